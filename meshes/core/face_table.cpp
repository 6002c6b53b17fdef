// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/face_table.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/core/for_each_rim.hpp"
#include "meshes/core/point_text.hpp"

namespace trireme::mesh {
namespace {

bool before(const FaceUse& a, const FaceUse& b) {
  if (a.low != b.low) return a.low < b.low;
  if (a.high != b.high) return a.high < b.high;
  if (a.opposite != b.opposite) return a.opposite < b.opposite;
  return a.owner < b.owner;
}

// Calls visit(smallest vertex, FaceUse) for all of them.
template <class F>
void for_each_use(const RawMesh& mesh, F&& visit) {
  for_each_rim(mesh, [&](const RimOwner& owner, std::span<const GlobalIndex> rim) {
    const std::size_t size = rim.size();
    const auto at = static_cast<std::size_t>(std::min_element(rim.begin(), rim.end()) - rim.begin());
    const GlobalIndex next = rim[(at + 1) % size], previous = rim[(at + size - 1) % size];
    visit(rim[at],
          FaceUse{std::min(next, previous), std::max(next, previous), size == 4 ? rim[(at + 2) % 4] : -1,
                  owner.cell >= 0 ? owner.cell : -(owner.face + 1), next < previous ? 1 : 0});
  });
}

}  // namespace

std::vector<GlobalIndex> Face::rim() const {
  const FaceUse& use = any();
  if (use.opposite < 0) return {lowest, use.low, use.high};
  return {lowest, use.low, use.opposite, use.high};
}

FaceTable::FaceTable(const RawMesh& mesh) : begin_(mesh.points.size() + 1, 0) {
  // Buckets by smallest vertex: count, scan, fill; then every bucket is small enough to sort in cache.
  for_each_use(mesh, [&](GlobalIndex v, const FaceUse&) { ++begin_[static_cast<std::size_t>(v) + 1]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  uses_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for_each_use(mesh,
               [&](GlobalIndex v, const FaceUse& use) { uses_[next[static_cast<std::size_t>(v)]++] = use; });
  for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
    std::sort(uses_.begin() + static_cast<std::ptrdiff_t>(begin_[v]),
              uses_.begin() + static_cast<std::ptrdiff_t>(begin_[v + 1]), before);
  }
}

std::string face_text(const RawMesh& mesh, std::span<const GlobalIndex> rim) {
  std::string text = "the face of points";
  Point mean{};
  for (const GlobalIndex v : rim) {
    text += " " + std::to_string(v);
    mean = sum(mean, mesh.points[static_cast<std::size_t>(v)]);
  }
  return text + " near " + coordinates_text(scaled(1.0 / static_cast<double>(rim.size()), mean));
}

std::string cell_text(const RawMesh& mesh, GlobalIndex cell) {
  const auto c = static_cast<std::size_t>(cell);
  const GlobalIndex begin = mesh.cell_offsets[c], end = mesh.cell_offsets[c + 1];
  std::string text = fmt::format("cell {} ({} of points", cell, cell_name(mesh.cell_types[c]));
  Point mean{};
  for (GlobalIndex k = begin; k < end; ++k) {
    const GlobalIndex v = mesh.cell_vertices[static_cast<std::size_t>(k)];
    text += " " + std::to_string(v);
    mean = sum(mean, mesh.points[static_cast<std::size_t>(v)]);
  }
  return text + ") near " + coordinates_text(scaled(1.0 / static_cast<double>(end - begin), mean));
}

std::string point_text(const RawMesh& mesh, GlobalIndex point) {
  return point_text(point, mesh.points[static_cast<std::size_t>(point)]);
}

}  // namespace trireme::mesh
