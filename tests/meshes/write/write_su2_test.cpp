// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "meshes/read/su2.hpp"
#include "meshes/write/su2.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

TEST(WriteSu2, ReadingBackGivesTheSameBits) {
  RawMesh mesh = read_su2(testing::house, "house.su2");
  mesh.points[8] = {1.0 / 3, 0.1 + 0.2, -1e-300};
  const RawMesh again = read_su2(su2_text(mesh), "again.su2");
  EXPECT_EQ(again.points, mesh.points);
  EXPECT_EQ(again.cell_types, mesh.cell_types);
  EXPECT_EQ(again.cell_vertices, mesh.cell_vertices);
  ASSERT_EQ(again.markers.size(), mesh.markers.size());
  for (std::size_t m = 0; m < mesh.markers.size(); ++m) {
    EXPECT_EQ(again.markers[m].name, mesh.markers[m].name);
    EXPECT_EQ(again.markers[m].facet_vertices, mesh.markers[m].facet_vertices);
    EXPECT_EQ(again.markers[m].facet_offsets, mesh.markers[m].facet_offsets);
  }
}

}  // namespace
}  // namespace trireme::mesh
