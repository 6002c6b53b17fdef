// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/face_table.hpp"

#include <set>

#include <gtest/gtest.h>

#include "meshes/read/su2.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

TEST(FaceTable, FindsEveryFaceWithItsCellsAndFacets) {
  const RawMesh mesh = read_su2(testing::house, "house.su2");
  const FaceTable faces(mesh);
  std::set<std::set<GlobalIndex>> met;
  int inner = 0;
  GlobalIndex lowest = 0;
  faces.for_each([&](const Face& face) {
    const auto rim = face.rim();
    EXPECT_TRUE(met.insert({rim.begin(), rim.end()}).second);
    EXPECT_EQ(rim[0], face.lowest);
    EXPECT_GE(face.lowest, lowest);
    lowest = face.lowest;
    if (face.cells.size() == 1) {
      EXPECT_EQ(face.facets.size(), 1u) << "a boundary face is marked once";
      return;
    }
    ++inner;
    EXPECT_EQ(rim, (std::vector<GlobalIndex>{4, 5, 6, 7}));
    ASSERT_EQ(face.cells.size(), 2u);
    EXPECT_TRUE(face.facets.empty());
    EXPECT_EQ(face.cells[0].owner, 0);
    EXPECT_EQ(face.cells[1].owner, 1);
    EXPECT_NE(face.cells[0].forward, face.cells[1].forward) << "the cells see it from either side";
  });
  // A cube's sides, one of which the pyramid has too, and the pyramid's triangles.
  EXPECT_EQ(met.size(), 6u + 4u);
  EXPECT_EQ(inner, 1);
}

TEST(FaceTable, CountsFacetsThroughAllMarkers) {
  const RawMesh mesh = read_su2(testing::house, "house.su2");
  ASSERT_GT(mesh.markers.size(), 1u);
  std::set<GlobalIndex> facets;
  FaceTable(mesh).for_each([&](const Face& face) {
    for (const FaceUse& use : face.facets) EXPECT_TRUE(facets.insert(-use.owner - 1).second);
  });
  GlobalIndex n = 0;
  for (const auto& marker : mesh.markers) n += marker.n_facets();
  EXPECT_EQ(static_cast<GlobalIndex>(facets.size()), n);
  EXPECT_EQ(*facets.begin(), 0);
  EXPECT_EQ(*facets.rbegin(), n - 1);
}

// Four points can be joined to a quadrilateral in three ways.
TEST(FaceTable, TellsQuadrilateralsOfTheSamePointsApart) {
  RawMesh mesh;
  mesh.points.resize(4);
  RawMesh::Marker& marker = mesh.markers.emplace_back();
  for (const auto& rim : {std::array<GlobalIndex, 4>{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}, {2, 1, 0, 3}}) {
    marker.facet_vertices.insert(marker.facet_vertices.end(), rim.begin(), rim.end());
    marker.facet_offsets.push_back(static_cast<GlobalIndex>(marker.facet_vertices.size()));
  }
  std::multiset<std::size_t> uses;
  FaceTable(mesh).for_each([&](const Face& face) { uses.insert(face.facets.size()); });
  EXPECT_EQ(uses, (std::multiset<std::size_t>{1, 1, 2}));
}

TEST(FaceTable, NamesFacesCellsAndPoints) {
  const RawMesh mesh = read_su2(testing::house, "house.su2");
  EXPECT_EQ(point_text(mesh, 8), "point 8 (x 0.5, y 0.5, z 2)");
  EXPECT_EQ(face_text(mesh, std::array<GlobalIndex, 4>{4, 5, 6, 7}),
            "the face of points 4 5 6 7 near x 0.5, y 0.5, z 1");
  EXPECT_EQ(cell_text(mesh, 1), "cell 1 (pyramid of points 4 5 6 7 8) near x 0.5, y 0.5, z 1.2");
}

}  // namespace
}  // namespace trireme::mesh
