// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/match_facets.hpp"

#include <gtest/gtest.h>

#include "meshes/read/su2.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

using testing::replaced;

TEST(MatchFacets, LeavesASoundMeshAlone) {
  for (const char* text : {testing::house, testing::tower, testing::two_tetrahedra}) {
    RawMesh mesh = read_su2(text, "mesh.su2");
    match_facets(mesh, std::vector<bool>(mesh.markers.size(), true), OpenFaces::mark, "mesh");
    testing::expect_same_mesh(mesh, read_su2(text, "mesh.su2"));
    EXPECT_TRUE(mesh.notes.empty());
  }
}

TEST(MatchFacets, DropsInnerFacetsWhereAllowed) {
  const std::string text =
      replaced(replaced(testing::tower, "ELEMS= 3", "ELEMS= 4"), "5 3 4 6\n", "5 5 4 3\n5 3 4 6\n");
  RawMesh mesh = read_su2(text, "mesh.su2");
  match_facets(mesh, {true, false}, OpenFaces::mark, "mesh");
  testing::expect_same_mesh(mesh, read_su2(text, "mesh.su2"));
  match_facets(mesh, {false, true}, OpenFaces::mark, "mesh");
  testing::expect_same_mesh(mesh, read_su2(testing::tower, "mesh.su2"));
  EXPECT_EQ(mesh.notes.size(), 1u);
}

TEST(MatchFacets, MarksOpenFacesOutward) {
  const std::string text = replaced(replaced(testing::house, "ELEMS= 5", "ELEMS= 4"), "9 0 1 2 3\n", "");
  RawMesh mesh = read_su2(text, "mesh.su2");
  match_facets(mesh, {true, true}, OpenFaces::leave, "mesh");
  EXPECT_EQ(mesh.markers.size(), 2u);
  match_facets(mesh, {true, true}, OpenFaces::mark, "mesh");
  ASSERT_EQ(mesh.markers.size(), 3u);
  EXPECT_EQ(mesh.markers[2].name, unmarked);
  EXPECT_EQ(mesh.markers[2].facet_vertices, (std::vector<GlobalIndex>{0, 3, 2, 1}));
}

}  // namespace
}  // namespace trireme::mesh
