// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/clipped_extrapolation.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace trireme::mesh {
namespace {

// Determinants of weighted normal matrices, whose trace is the number of neighbours, below this mean a plane.
constexpr double flat = 1e-10;

// Rows of the inverse of a symmetric matrix given by its columns; zero when it is singular.
std::array<Point, 3> inverse(const std::array<Point, 3>& m) {
  const Point a = cross(m[1], m[2]), b = cross(m[2], m[0]), c = cross(m[0], m[1]);
  const double determinant = dot(m[0], a);
  if (!(determinant > flat)) return {};
  return {scaled(1 / determinant, a), scaled(1 / determinant, b), scaled(1 / determinant, c)};
}

// The neighbours of the asked vertices.
class Neighbours {
 public:
  Neighbours(const FlowMesh& mesh, std::span<const PointAtVertex> points)
      : slot_(static_cast<std::size_t>(mesh.n_owned), -1) {
    for (const PointAtVertex& point : points) {
      LocalIndex& slot = slot_[static_cast<std::size_t>(point.vertex)];
      if (slot >= 0) continue;
      slot = static_cast<LocalIndex>(lists_.size());
      lists_.emplace_back();
    }
    const auto add = [&](LocalIndex vertex, LocalIndex neighbour) {
      if (vertex < mesh.n_owned && slot_[static_cast<std::size_t>(vertex)] >= 0)
        lists_[static_cast<std::size_t>(slot_[static_cast<std::size_t>(vertex)])].push_back(neighbour);
    };
    for (std::size_t e = 0; e < mesh.edges.size(); e += 2) {
      add(mesh.edges[e], mesh.edges[e + 1]);
      add(mesh.edges[e + 1], mesh.edges[e]);
    }
    const auto key = [&](LocalIndex v) {
      return std::pair(mesh.original_id[static_cast<std::size_t>(v)], mesh.place(v));
    };
    for (auto& list : lists_)
      std::sort(list.begin(), list.end(), [&](LocalIndex a, LocalIndex b) { return key(a) < key(b); });
  }
  std::span<const LocalIndex> of(LocalIndex vertex) const {
    return lists_[static_cast<std::size_t>(slot_[static_cast<std::size_t>(vertex)])];
  }

 private:
  std::vector<LocalIndex> slot_;
  std::vector<std::vector<LocalIndex>> lists_;
};

}  // namespace

std::vector<double> extrapolate_clipped(const FlowMesh& mesh, std::span<const double> values, int width,
                                        std::span<const PointAtVertex> points) {
  const Neighbours neighbours(mesh, points);
  const auto w = static_cast<std::size_t>(width);
  std::vector<double> result;
  result.reserve(points.size() * w);
  for (const PointAtVertex& point : points) {
    const Point centre = mesh.place(point.vertex), step = difference(point.place, centre);
    std::array<Point, 3> matrix{};
    for (const LocalIndex neighbour : neighbours.of(point.vertex)) {
      const Point d = difference(mesh.place(neighbour), centre);
      const double weight = 1 / dot(d, d);
      for (std::size_t i = 0; i < 3; ++i) matrix[i] = sum(matrix[i], scaled(weight * d[i], d));
    }
    const std::array<Point, 3> rows = inverse(matrix);
    // The change over the step is (inverse * step) . (weighted sum of differences).
    const Point along{dot(rows[0], step), dot(rows[1], step), dot(rows[2], step)};
    const double* here = values.data() + static_cast<std::size_t>(point.vertex) * w;
    for (std::size_t k = 0; k < w; ++k) {
      double low = here[k], high = here[k], change = 0;
      for (const LocalIndex neighbour : neighbours.of(point.vertex)) {
        const Point d = difference(mesh.place(neighbour), centre);
        const double there = values[static_cast<std::size_t>(neighbour) * w + k];
        change += (there - here[k]) * dot(along, d) / dot(d, d);
        low = std::min(low, there);
        high = std::max(high, there);
      }
      result.push_back(std::clamp(here[k] + change, low, high));
    }
  }
  return result;
}

}  // namespace trireme::mesh
