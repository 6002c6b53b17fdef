// SPDX-License-Identifier: Apache-2.0
// Meshes of a few cells put together by hand, all of their surface marked; tests damage them.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "meshes/core/cell_shape.hpp"
#include "meshes/core/check_mesh.hpp"
#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh::testing {

inline void add_cell(RawMesh& mesh, CellType type, const std::vector<GlobalIndex>& corners) {
  mesh.cell_types.push_back(type);
  mesh.cell_vertices.insert(mesh.cell_vertices.end(), corners.begin(), corners.end());
  mesh.cell_offsets.push_back(static_cast<GlobalIndex>(mesh.cell_vertices.size()));
}

inline void add_facet(RawMesh& mesh, const std::vector<GlobalIndex>& rim) {
  if (mesh.markers.empty()) mesh.markers.emplace_back().name = "surface";
  RawMesh::Marker& marker = mesh.markers[0];
  marker.facet_vertices.insert(marker.facet_vertices.end(), rim.begin(), rim.end());
  marker.facet_offsets.push_back(static_cast<GlobalIndex>(marker.facet_vertices.size()));
}

// Gives every face with one cell to the marker "surface".
inline RawMesh marked(RawMesh mesh) {
  const FaceTable faces(mesh);
  faces.for_each([&](const Face& face) {
    if (face.cells.size() == 1 && face.facets.empty()) add_facet(mesh, face.rim());
  });
  return mesh;
}

// Two cells of a shape on either side of the face in the plane z = 0, which is their first: the second cell
// is the first one mirrored there, its corners listed so that its volume is positive. Points: those of the
// face, then the upper ones, then the lower ones.
inline RawMesh pair_of(CellType type) {
  RawMesh mesh;
  const bool square = type == CellType::pyramid || type == CellType::hexahedron;
  const int base = square ? 4 : 3;
  if (square) {
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  } else {
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  }
  const auto n_far = cell_size(type) - base;
  for (const double z : {1.0, -1.0}) {
    for (int i = 0; i < n_far; ++i) {
      const Point at = n_far == 1 ? Point{0.4, 0.4, 0} : mesh.points[static_cast<std::size_t>(i)];
      mesh.points.push_back({at[0], at[1], z});
    }
  }
  std::vector<GlobalIndex> upper, lower;
  for (int i = 0; i < cell_size(type); ++i) upper.push_back(i);
  for (int i = 0; i < cell_size(type); ++i) lower.push_back(i < base ? i : i + n_far);
  mirror_cell(type, lower);
  add_cell(mesh, type, upper);
  add_cell(mesh, type, lower);
  return marked(std::move(mesh));
}

// A unit cube with its lowest corner at `at`; corners that are already there are shared.
inline void add_cube(RawMesh& mesh, const Point& at, const Point& size = {1, 1, 1}) {
  constexpr std::array<std::array<int, 3>, 8> corners{
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  std::vector<GlobalIndex> ids;
  for (const auto& corner : corners) {
    Point place{};
    for (std::size_t d = 0; d < 3; ++d) place[d] = at[d] + corner[d] * size[d];
    const auto found = std::find(mesh.points.begin(), mesh.points.end(), place);
    ids.push_back(found - mesh.points.begin());
    if (found == mesh.points.end()) mesh.points.push_back(place);
  }
  add_cell(mesh, CellType::hexahedron, ids);
}

}  // namespace trireme::mesh::testing
