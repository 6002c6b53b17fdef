// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/check_mesh.hpp"

#include <gtest/gtest.h>

#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

using testing::replaced;

RawMesh checked(const std::string& text) {
  RawMesh mesh = read_su2(text, "mesh.su2");
  repair_and_check(mesh, "mesh.su2");
  return mesh;
}

void expect_refused(const std::string& text, const std::string& part) {
  try {
    checked(text);
    FAIL() << "accepted; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(CheckMesh, TurnsFacetsOutwardAndLeavesTheRest) {
  const RawMesh before = read_su2(testing::house, "house.su2");
  const RawMesh after = checked(testing::house);
  EXPECT_TRUE(after.notes.empty());
  EXPECT_EQ(after.cell_vertices, before.cell_vertices);
  // The floor 0 1 2 3 was listed inward; the others outward.
  EXPECT_EQ(std::vector(after.markers[0].facet_vertices.begin(), after.markers[0].facet_vertices.begin() + 4),
            (std::vector<GlobalIndex>{0, 3, 2, 1}));
  EXPECT_EQ(after.markers[1].facet_vertices, before.markers[1].facet_vertices);
}

TEST(CheckMesh, ReordersMirroredCellsOfEveryShape) {
  for (const auto& [from, to] :
       {std::pair{"12 0 1 2 3 4 5 6 7", "12 4 5 6 7 0 1 2 3"}, std::pair{"14 4 5 6 7 8", "14 7 6 5 4 8"}}) {
    const RawMesh mesh = checked(replaced(testing::house, from, to));
    ASSERT_EQ(mesh.notes.size(), 1u);
    EXPECT_NE(mesh.notes[0].find("was reoriented: cell "), std::string::npos);
  }
  EXPECT_EQ(checked(replaced(testing::two_tetrahedra, "10 0 1 2 3 0", "10 1 0 2 3 0")).notes.size(), 1u);
}

TEST(CheckMesh, DropsOrphansAndEmptyMarkers) {
  std::string text = replaced(testing::two_tetrahedra, "NPOIN= 5\n0 0 0 0", "NPOIN= 6\n9 9 9 0\n0 0 0 0");
  text = replaced(text, "10 0 1 2 3 0\n10 1 2 3 4 1", "10 1 2 3 4 0\n10 2 3 4 5 1");
  text = replaced(text, "5 0 1 2\n5 0 1 3\n5 0 2 3\n5 1 2 4\n5 1 3 4\n5 2 3 4",
                  "5 1 2 3\n5 1 2 4\n5 1 3 4\n5 2 3 5\n5 2 4 5\n5 3 4 5");
  text = replaced(text, "NMARK= 1", "NMARK= 2") + "MARKER_TAG= none\nMARKER_ELEMS= 0\n";
  const RawMesh mesh = checked(text);
  EXPECT_EQ(mesh.n_points(), 5);
  EXPECT_EQ(mesh.markers.size(), 1u);
  EXPECT_EQ(mesh.notes.size(), 2u);
  EXPECT_EQ(mesh.points[0], (Point{0, 0, 0}));
  EXPECT_EQ(mesh.cell_vertices, checked(testing::two_tetrahedra).cell_vertices);
}

TEST(CheckMesh, RefusesWhatCannotBeRepaired) {
  const std::string good = testing::two_tetrahedra;
  expect_refused(replaced(good, "10 1 2 3 4 1", "10 1 2 4 4 1"), "has a point twice");
  expect_refused(replaced(good, "1 1 1 4", "0.3 0.3 0.4 4"), "has no volume");
  // The second tetrahedron's apex on the first one's side: folded.
  expect_refused(replaced(good, "1 1 1 4", "-1 -1 -1 4"), "has both its cells on the same side");
  expect_refused(replaced(replaced(good, "NELEM= 2", "NELEM= 3"), "10 1 2 3 4 1", "10 1 2 3 4 1\n10 1 2 4 3"),
                 "1 face is shared by more than two cells");
  expect_refused(
      replaced(replaced(good, "MARKER_ELEMS= 6", "MARKER_ELEMS= 7"), "5 0 1 2\n", "5 0 1 2\n5 2 0 1\n"),
      "1 face is listed twice on the boundary");
  expect_refused(
      replaced(replaced(good, "MARKER_ELEMS= 6", "MARKER_ELEMS= 7"), "5 0 1 2\n", "5 0 1 2\n5 1 2 3\n"),
      "it lies between two cells");
  expect_refused(
      replaced(replaced(good, "MARKER_ELEMS= 6", "MARKER_ELEMS= 7"), "5 0 1 2\n", "5 0 1 2\n5 0 1 4\n"),
      "no cell has it");
  expect_refused(replaced(replaced(good, "MARKER_ELEMS= 6", "MARKER_ELEMS= 5"), "5 0 1 2\n", ""),
                 "1 boundary face belongs to no marker");
}

TEST(CheckMesh, DuplicatePointsAreNamedAsTheReasonForHoles) {
  // The second tetrahedron uses copies 5, 6, 7 of points 1, 2, 3.
  std::string text = replaced(testing::two_tetrahedra, "10 1 2 3 4 1", "10 5 6 7 4 1");
  text = replaced(text, "NPOIN= 5", "NPOIN= 8");
  text = replaced(text, "1 1 1 4", "1 1 1 4\n1 0 0 5\n0 1 0 6\n0 0 1 7");
  text = replaced(text, "5 1 2 4\n5 1 3 4\n5 2 3 4", "5 5 6 4\n5 5 7 4\n5 6 7 4");
  expect_refused(text,
                 "in the same place as others, and cells are not joined there, first: point 5 (x 1, y 0, z "
                 "0) and point 1");
}

}  // namespace
}  // namespace trireme::mesh
