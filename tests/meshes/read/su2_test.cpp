// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/su2.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

using testing::replaced;

void expect_refused(const std::string& text, const std::string& part) {
  try {
    read_su2(text, "mesh.su2");
    FAIL() << "accepted; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Su2, ReadsCellsPointsAndMarkers) {
  const RawMesh mesh = read_su2(testing::house, "house.su2");
  EXPECT_EQ(mesh.dimension, 3);
  EXPECT_EQ(mesh.n_points(), 9);
  ASSERT_EQ(mesh.n_cells(), 2);
  EXPECT_EQ(mesh.cell_types[0], CellType::hexahedron);
  EXPECT_EQ(mesh.cell_types[1], CellType::pyramid);
  EXPECT_EQ(mesh.cell_offsets, (std::vector<GlobalIndex>{0, 8, 13}));
  EXPECT_EQ(mesh.cell_vertices[12], 8);
  EXPECT_EQ(mesh.points[8], (Point{0.5, 0.5, 2}));
  ASSERT_EQ(mesh.markers.size(), 2u);
  EXPECT_EQ(mesh.markers[0].name, "walls");
  EXPECT_EQ(mesh.markers[0].n_facets(), 5);
  EXPECT_EQ(mesh.markers[1].facet_offsets.back(), 12);
  EXPECT_TRUE(mesh.notes.empty());
}

TEST(Su2, ToleratesCrlfCommentsAndFurtherColumns) {
  std::string text;
  for (const char c : std::string(testing::two_tetrahedra))
    text += c == '\n' ? " % remark\r\n" : std::string(1, c);
  const RawMesh mesh = read_su2("% header\r\n" + text, "mesh.su2");
  EXPECT_EQ(mesh.n_cells(), 2);
  EXPECT_EQ(mesh.markers[0].name, "all");
  EXPECT_EQ(mesh.points[4], (Point{1, 1, 1}));
}

TEST(Su2, NotesSectionsItDoesNotUseAndJoinsPiecesOfAMarker) {
  std::string text = replaced(testing::house, "NMARK= 2", "NMARK= 3");
  text += "MARKER_TAG= roof\nMARKER_ELEMS= 0\nFFD_NBOX= 1\nFFD_TAG= 0\n1 2 3\n";
  const RawMesh mesh = read_su2(text, "mesh.su2");
  EXPECT_EQ(mesh.markers.size(), 2u);
  ASSERT_EQ(mesh.notes.size(), 2u);
  EXPECT_NE(mesh.notes[0].find("several pieces"), std::string::npos);
  EXPECT_NE(mesh.notes[1].find("FFD_NBOX"), std::string::npos);
}

TEST(Su2, RefusesWithLineAndValue) {
  const std::string good = testing::two_tetrahedra;
  expect_refused(replaced(good, "NELEM= 2", "NELEM= 3"), "mesh.su2:5: NELEM= 3, but only 2 lines follow");
  expect_refused(replaced(good, "NPOIN= 5", "NPOIN= 1000000000000"), "mesh.su2:11: NPOIN= 1000000000000");
  expect_refused(replaced(good, "NPOIN= 5", "NPOIN= -5"), "NPOIN is '-5'");
  expect_refused(replaced(good, "10 1 2 3 4 1", "10 1 2 3"), "mesh.su2:4: the line ends before");
  expect_refused(replaced(good, "10 1 2 3 4 1", "10 1 2 3 5 1"), "mesh.su2:4: vertex 5 does not exist");
  expect_refused(replaced(good, "10 1 2 3 4 1", "5 1 2 3"), "mesh.su2:4: element type 5");
  expect_refused(replaced(good, "10 1 2 3 4 1", "10 1 two 3 4"),
                 "mesh.su2:4: a vertex of the element is 'two'");
  expect_refused(replaced(good, "0 1 0 2", "0 inf 0 2"), "mesh.su2:8: y of point 2 is 'inf'");
  expect_refused(replaced(good, "NMARK= 1", "NMARK= 2"), "mesh.su2:11: NMARK= 2, but 1 markers follow");
  expect_refused(replaced(good, "MARKER_ELEMS= 6", "MARKER_ELEMS= 7"), "the file ends here");
  expect_refused(replaced(good, "NDIME= 3\n", ""), "NDIME is missing");
  expect_refused(replaced(good, "NMARK= 1", "NDIME= 2\nNMARK= 1"), "a second NDIME");
  expect_refused("", "section NDIME is missing");
  expect_refused(good.substr(0, 60), "the file is truncated");
  expect_refused(std::string("\0\x01\xff binary", 10), "outside of any section");
}

TEST(Su2, EveryTruncationIsRefusedOrComplete) {
  const std::string good = testing::house;
  int refused = 0;
  for (std::size_t length = 0; length < good.size(); ++length) {
    try {
      EXPECT_LE(read_su2(good.substr(0, length), "mesh.su2").n_cells(), 2);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>(good.size()) * 9 / 10);
}

}  // namespace
}  // namespace trireme::mesh
