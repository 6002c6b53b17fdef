// SPDX-License-Identifier: Apache-2.0
// What every extruded mesh must satisfy whatever its cells. Used by the tests of the plane generators.
#pragma once

#include <gtest/gtest.h>

#include "meshes/generate/brick_cells.hpp"
#include "tests/meshes/generate/mesh_checks.hpp"

namespace trireme::mesh::testing {

inline constexpr BrickCells all_brick_cells[] = {BrickCells::tetrahedron, BrickCells::prism,
                                                 BrickCells::hexahedron, BrickCells::mixed};

// Conforming, covered by its markers, positive, and of the volume `plane_area * depth`.
inline void expect_valid_extrusion(const DistributedMesh& mesh, double plane_area, double depth) {
  const auto volumes = measure_volumes(mesh);
  EXPECT_GT(volumes.smallest, 0.0);
  EXPECT_NEAR(volumes.total, plane_area * depth, 1e-11 * plane_area * depth);
  const auto conformity = check_conformity(mesh);
  EXPECT_EQ(conformity.faults, 0);
  EXPECT_EQ(conformity.faces_of_cell_and_facet, mesh.n_facets);
  auto markers = measure_markers(mesh);
  EXPECT_EQ(markers.size(), mesh.marker_names.size());
  Point total{};
  double largest = 0;
  for (const auto& [name, marker] : markers) {
    total = sum(total, marker.vector);
    largest = std::max(largest, marker.area);
  }
  EXPECT_LT(length(total), 1e-12 * largest);
  EXPECT_NEAR(markers["symmetry_min"].vector[2], -plane_area, 1e-11 * plane_area);
  EXPECT_NEAR(markers["symmetry_max"].vector[2], plane_area, 1e-11 * plane_area);
}

// Number of cells of each type, in the order of CellType.
inline std::array<GlobalIndex, n_cell_types> count_types(const DistributedMesh& mesh) {
  std::array<GlobalIndex, n_cell_types> counts{};
  for (const CellType type : mesh.cell_types) ++counts[static_cast<std::size_t>(type)];
  return counts;
}

}  // namespace trireme::mesh::testing
