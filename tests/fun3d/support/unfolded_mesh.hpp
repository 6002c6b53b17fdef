// SPDX-License-Identifier: Apache-2.0
// The whole of which a mesh with planes of symmetry is a part: the mesh with all its images, joined at the
// planes. For tests that compare a part with its whole.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "fun3d/physics/state.hpp"
#include "meshes/core/raw_mesh.hpp"

namespace trireme::flow::test {

using Turn = std::array<double, 9>;  // an orthogonal matrix by rows

inline Vector3 turned(const Turn& turn, const Vector3& x) {
  Vector3 result{};
  for (std::size_t i = 0; i < 9; ++i) result[i / 3] += turn[i] * x[i % 3];
  return result;
}

// All products of the mirrors in planes through the origin with these normals, the unit matrix first. Their
// angles must be fractions of a half turn.
inline std::vector<Turn> group_of(std::span<const Vector3> normals) {
  std::vector<Turn> group{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  for (std::size_t known = 0; known < group.size(); ++known) {
    for (const Vector3& n : normals) {
      Turn product{};
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
          for (std::size_t k = 0; k < 3; ++k)
            product[3 * i + j] += ((i == k ? 1.0 : 0.0) - 2 * n[i] * n[k]) * group[known][3 * k + j];
        }
      }
      bool is_new = true;
      for (const Turn& other : group) {
        double difference = 0;
        for (std::size_t i = 0; i < 9; ++i) difference += std::abs(other[i] - product[i]);
        is_new = is_new && difference > 1e-9;
      }
      if (is_new) group.push_back(product);
    }
  }
  return group;
}

// Adds the images of points, cells and markers but those named in `planes`, which are dropped. Points within
// a millionth are one; those of the part keep their ids.
inline void unfold(mesh::RawMesh& mesh, std::span<const Turn> group, std::span<const std::string> planes) {
  std::erase_if(mesh.markers, [&](const mesh::RawMesh::Marker& marker) {
    return std::find(planes.begin(), planes.end(), marker.name) != planes.end();
  });
  const mesh::RawMesh part = mesh;
  std::map<std::array<long long, 3>, GlobalIndex> ids;
  const auto id_at = [&](const mesh::Point& x) {
    std::array<long long, 3> place;
    // The odd shift keeps rounding from parting points of round coordinates.
    for (std::size_t d = 0; d < 3; ++d)
      place[d] = static_cast<long long>(std::floor(1e6 * x[d] + 0.3183098861));
    const auto [entry, is_new] = ids.emplace(place, static_cast<GlobalIndex>(ids.size()));
    if (is_new && entry->second >= mesh.n_points()) mesh.points.push_back(x);
    return entry->second;
  };
  const auto append = [](const std::vector<GlobalIndex>& image, const std::vector<GlobalIndex>& from,
                         const std::vector<GlobalIndex>& from_offsets, std::vector<GlobalIndex>& vertices,
                         std::vector<GlobalIndex>& offsets) {
    for (const GlobalIndex vertex : from) vertices.push_back(image[static_cast<std::size_t>(vertex)]);
    for (std::size_t i = 0; i + 1 < from_offsets.size(); ++i)
      offsets.push_back(offsets.back() + from_offsets[i + 1] - from_offsets[i]);
  };
  for (std::size_t number = 0; number < group.size(); ++number) {
    std::vector<GlobalIndex> image;
    for (const mesh::Point& point : part.points) image.push_back(id_at(turned(group[number], point)));
    if (number == 0) continue;
    append(image, part.cell_vertices, part.cell_offsets, mesh.cell_vertices, mesh.cell_offsets);
    mesh.cell_types.insert(mesh.cell_types.end(), part.cell_types.begin(), part.cell_types.end());
    for (std::size_t m = 0; m < part.markers.size(); ++m) {
      append(image, part.markers[m].facet_vertices, part.markers[m].facet_offsets,
             mesh.markers[m].facet_vertices, mesh.markers[m].facet_offsets);
    }
  }
}

}  // namespace trireme::flow::test
