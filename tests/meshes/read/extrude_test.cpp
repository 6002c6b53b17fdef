// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/extrude.hpp"

#include <gtest/gtest.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/su2.hpp"

namespace trireme::mesh {
namespace {

// A quadrilateral and a triangle beside it; points with a third column, elements without an index.
const char plane[] = R"(NDIME= 2
NELEM= 2
9 0 1 2 3
5 1 4 2
NPOIN= 5
0 0 0.0 0
1 0 0.0 1
1 1 0.0 2
0 1 0.0 3
2 0 0.0 4
NMARK= 2
MARKER_TAG= bottom
MARKER_ELEMS= 2
3 0 1
3 1 4
MARKER_TAG= rest
MARKER_ELEMS= 3
3 4 2
3 2 3
3 3 0
)";

TEST(Extrude, MakesOneLayerWithTwoMorePlanes) {
  RawMesh mesh = read_su2(plane, "plane.su2");
  EXPECT_EQ(mesh.dimension, 2);
  EXPECT_EQ(mesh.n_points(), 10);
  EXPECT_EQ(mesh.points[9], (Point{2, 0, 1}));
  ASSERT_EQ(mesh.n_cells(), 2);
  EXPECT_EQ(mesh.cell_types[0], CellType::hexahedron);
  EXPECT_EQ(mesh.cell_types[1], CellType::prism);
  ASSERT_EQ(mesh.markers.size(), 4u);
  EXPECT_EQ(mesh.markers[2].name, extrusion_min);
  EXPECT_EQ(mesh.markers[3].name, extrusion_max);
  EXPECT_EQ(mesh.markers[0].n_facets(), 2);
  EXPECT_EQ(mesh.markers[3].n_facets(), 2);
  // Topology and orientation are sound as they come.
  repair_and_check(mesh, "plane.su2");
  EXPECT_TRUE(mesh.notes.empty());
}

}  // namespace
}  // namespace trireme::mesh
