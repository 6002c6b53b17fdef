// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/gmsh.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/su2.hpp"
#include "tests/meshes/gmsh_bytes.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

using testing::Encoding;
using testing::expect_same_mesh;
using testing::gmsh_bytes;
using testing::GmshVersion;
using testing::PhysicalGroups;
using testing::replaced;

constexpr GmshVersion versions[] = {GmshVersion::v22, GmshVersion::v40, GmshVersion::v41};
constexpr Encoding encodings[] = {Encoding::ascii, Encoding::little, Encoding::big};

std::string house(GmshVersion version, Encoding encoding = Encoding::ascii) {
  return gmsh_bytes(read_su2(testing::house, "house.su2"), version, encoding);
}

void expect_refused(const std::string& bytes, const std::string& part) {
  const std::string text = testing::refusal([&] { read_gmsh(bytes, "mesh.msh"); });
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Gmsh, ReadsEveryVersionAndEncoding) {
  for (const char* text : {testing::house, testing::tower, testing::two_tetrahedra}) {
    const RawMesh expected = read_su2(text, "mesh.su2");
    for (const GmshVersion version : versions) {
      for (const Encoding encoding : encodings) {
        const RawMesh mesh = read_gmsh(gmsh_bytes(expected, version, encoding), "mesh.msh");
        expect_same_mesh(mesh, expected);
        EXPECT_TRUE(mesh.notes.empty());
      }
    }
  }
}

TEST(Gmsh, WithoutPhysicalGroupsEntitiesNameTheMarkers) {
  const RawMesh expected = read_su2(testing::house, "house.su2");
  for (const GmshVersion version : versions) {
    const RawMesh mesh =
        read_gmsh(gmsh_bytes(expected, version, Encoding::ascii, PhysicalGroups::none), "mesh.msh");
    ASSERT_EQ(mesh.markers.size(), 2u);
    EXPECT_EQ(mesh.markers[0].name, "surface_1");
    EXPECT_EQ(mesh.markers[1].name, "surface_2");
    ASSERT_EQ(mesh.notes.size(), 1u);
    EXPECT_EQ(
        mesh.notes[0],
        "mesh.msh: the boundary has no physical groups; their markers are named after entities: surface_1, "
        "surface_2");
  }
}

TEST(Gmsh, PhysicalGroupsWithoutNameAreNumbered) {
  const std::string bytes = house(GmshVersion::v22);
  const std::size_t begin = bytes.find("$PhysicalNames"), end = bytes.find("$Nodes");
  const RawMesh mesh = read_gmsh(bytes.substr(0, begin) + bytes.substr(end), "mesh.msh");
  EXPECT_EQ(mesh.markers[0].name, "physical_1");
  EXPECT_EQ(mesh.markers[1].name, "physical_2");
  EXPECT_TRUE(mesh.notes.empty());
}

TEST(Gmsh, PassesOverWhatItDoesNotUse) {
  std::string bytes = "$Comments\nany text\n$EndComments\n" + house(GmshVersion::v22);
  bytes += "$Periodic\n1\n0 2 1\n$EndPeriodic\n$NodeData\n1\n\"u\"\n$EndNodeData\n";
  expect_same_mesh(read_gmsh(bytes, "mesh.msh"), read_su2(testing::house, "house.su2"));
  std::string crlf;
  for (const char c : bytes) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  expect_same_mesh(read_gmsh(crlf, "mesh.msh"), read_su2(testing::house, "house.su2"));
}

// The tower with a surface element between prism and tetrahedron, and without the triangle 0 1 2.
TEST(Gmsh, InnerFacetsOfEntitiesAreDroppedAndOpenFacesMarked) {
  const RawMesh whole = read_su2(testing::tower, "tower.su2");
  std::string text = replaced(testing::tower, "5 0 1 2\n", "5 3 4 5\n");
  const RawMesh altered = read_su2(text, "tower.su2");
  RawMesh mesh =
      read_gmsh(gmsh_bytes(altered, GmshVersion::v41, Encoding::ascii, PhysicalGroups::none), "mesh.msh");
  ASSERT_EQ(mesh.notes.size(), 3u);
  EXPECT_EQ(mesh.notes[1], "mesh.msh: 1 surface element between two cells was dropped");
  EXPECT_NE(mesh.notes[2].find("1 boundary face has no surface element"), std::string::npos);
  ASSERT_EQ(mesh.markers.size(), 3u);
  EXPECT_EQ(mesh.markers[0].n_facets(), 3);
  EXPECT_EQ(mesh.markers[2].name, "unmarked");
  EXPECT_EQ(mesh.markers[2].facet_vertices, (std::vector<GlobalIndex>{0, 2, 1}));
  EXPECT_NO_THROW(repair_and_check(mesh, "mesh.msh"));

  // A facet that a physical group names stays, for the check to refuse.
  RawMesh named = read_gmsh(gmsh_bytes(altered, GmshVersion::v41, Encoding::ascii), "mesh.msh");
  EXPECT_NE(testing::refusal([&] { repair_and_check(named, "mesh.msh"); }).find("it lies between two cells"),
            std::string::npos);
}

TEST(Gmsh, AnElementOfTwoPhysicalGroupsGoesToTheFirst) {
  std::string bytes = house(GmshVersion::v22);
  bytes = replaced(bytes, "$Elements\n11\n", "$Elements\n12\n");
  bytes = replaced(bytes, "1 3 2 1 1 1 2 3 4 \n", "1 3 2 1 1 1 2 3 4 \n1 3 2 2 1 1 2 3 4\n");
  const RawMesh mesh = read_gmsh(bytes, "mesh.msh");
  EXPECT_EQ(mesh.markers[0].n_facets(), 5);
  EXPECT_EQ(mesh.markers[1].n_facets(), 4);
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_NE(mesh.notes[0].find("1 element is in several physical groups"), std::string::npos);
}

TEST(Gmsh, AnEntityOfTwoPhysicalGroupsGoesToTheFirstThatHasAName) {
  // The first surface: another group without a name before its own.
  const std::string bytes = replaced(house(GmshVersion::v41), " 1 1 1 -1", " 2 7 1 1 -1");
  const RawMesh mesh = read_gmsh(bytes, "mesh.msh");
  expect_same_mesh(mesh, read_gmsh(house(GmshVersion::v41), "mesh.msh"));
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_NE(mesh.notes[0].find("entities in several physical groups: 1;"), std::string::npos);
}

// Two tetrahedra in two partitions: surface 3 lies between them and belongs to volume 1.
TEST(Gmsh, PartitionedEntitiesKeepTheirGroups) {
  const RawMesh mesh = read_gmsh(
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 7 \"skin\"\n$EndPhysicalNames\n"
      "$Entities\n0 0 1 1\n1 0 0 0 1 1 1 1 7 0\n1 0 0 0 1 1 1 0 1 1\n$EndEntities\n"
      "$PartitionedEntities\n2\n1\n9 2\n0 0 3 2\n"
      "1 2 1 1 1 0 0 0 1 1 1 1 7 0\n"
      "2 2 1 1 2 0 0 0 1 1 1 0 0\n"
      "3 3 1 2 1 2 0 0 0 1 1 1 0 0\n"
      "1 3 1 1 1 0 0 0 1 1 1 0 0\n"
      "2 3 1 1 2 0 0 0 1 1 1 0 0\n$EndPartitionedEntities\n"
      "$Nodes\n1 5 10 50\n3 1 0 5\n10\n20\n30\n40\n50\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n"
      "$Elements\n5 9 1 9\n"
      "2 1 2 3\n1 10 20 30\n2 10 20 40\n3 10 30 40\n2 2 2 3\n4 20 30 50\n5 20 40 50\n6 30 40 50\n"
      "2 3 2 1\n7 20 30 40\n3 1 4 1\n8 10 20 30 40\n3 2 4 1\n9 20 30 40 50\n$EndElements\n"
      "$GhostElements\n1\n8 1 1 2\n$EndGhostElements\n",
      "mesh.msh");
  EXPECT_EQ(mesh.n_cells(), 2);
  ASSERT_EQ(mesh.markers.size(), 1u);
  EXPECT_EQ(mesh.markers[0].name, "skin");
  EXPECT_EQ(mesh.markers[0].n_facets(), 6);
  EXPECT_TRUE(mesh.notes.empty()) << mesh.notes[0];
  expect_refused("$MeshFormat\n4 0 8\n$EndMeshFormat\n$PartitionedEntities\n",
                 "partitioned and has format version 4.0");
}

const char plane[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n1 5 \"wall\"\n$EndPhysicalNames\n"
    "$Nodes\n5\n1 0 0 2\n2 1 0 2\n3 1 1 2\n4 0 1 2\n5 2 0 2\n$EndNodes\n"
    "$Elements\n9\n1 15 2 0 1 1\n2 1 2 5 1 1 2\n3 1 2 5 1 2 5\n4 1 2 0 2 5 3\n5 1 2 0 3 3 4\n6 1 2 0 3 4 "
    "1\n7 1 2 0 8 2 3\n"
    "8 3 2 0 1 1 2 3 4\n9 2 2 0 1 2 5 3\n$EndElements\n";

TEST(Gmsh, PlaneMeshesAreExtruded) {
  RawMesh mesh = read_gmsh(plane, "plane.msh");
  EXPECT_EQ(mesh.dimension, 2);
  EXPECT_EQ(mesh.n_points(), 10);
  EXPECT_EQ(mesh.cell_types, (std::vector{CellType::hexahedron, CellType::prism}));
  ASSERT_EQ(mesh.markers.size(), 6u);
  EXPECT_EQ(mesh.markers[0].name, "wall");
  EXPECT_EQ(mesh.markers[0].n_facets(), 2);
  EXPECT_EQ(mesh.markers[1].name, "curve_2");
  EXPECT_EQ(mesh.markers[2].name, "curve_3");
  EXPECT_EQ(mesh.markers[3].n_facets(), 0) << "curve_8 lies between the cells";
  EXPECT_EQ(mesh.markers[4].name, extrusion_min);
  EXPECT_NO_THROW(repair_and_check(mesh, "plane.msh"));
  expect_refused(
      replaced(plane, "5 2 0 2\n", "5 2 0 2.5\n"),
      "mesh.msh:14: the file has no volume elements, and its triangles and quadrilaterals lie in no plane of "
      "constant z (z is 2.000000 at node 1 and 2.500000 at node 5)");
}

TEST(Gmsh, RefusalsNameLineAndValue) {
  const std::string good = house(GmshVersion::v22);
  expect_refused(replaced(good, "2.2 0 8", "3.0 0 8"), "mesh.msh:2: the format version is '3.0'");
  expect_refused(replaced(good, "2.2 0 8", "2.2 0 4"), "the data size is '4'");
  expect_refused("$NOD\n1\n1 0 0 0\n$ENDNOD\n", "mesh.msh:1: the file has Gmsh's format version 1");
  expect_refused("$Nodes\n$EndNodes\n", "comes before $MeshFormat");
  expect_refused("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "section $Nodes is missing");
  expect_refused(replaced(good, "$Nodes\n9\n", "$Nodes\n90000\n"), "90000 nodes are announced");
  expect_refused(replaced(good, "$Nodes\n9\n", "$Nodes\n8\n"), "section $Nodes goes on after its last item");
  expect_refused(replaced(good, "$Nodes\n9\n", "$Nodes\n10\n"), "the number of a node is '$EndNodes'");
  expect_refused(replaced(good, "$Nodes\n9\n", "$Nodes\n-9\n"), "the number of nodes is '-9'");
  expect_refused(replaced(good, "9 0.5 0.5 2", "9 0.5 nan 2"), "mesh.msh:20: y of a node is nan");
  expect_refused(replaced(good, "9 0.5 0.5 2", "8 0.5 0.5 2"), "mesh.msh:20: node 8 is given twice");
  expect_refused(replaced(good, "10 5 2 100 1 1 2 ", "10 5 2 100 1 1 77 "), "node 77 does not exist");
  expect_refused(replaced(good, "10 5 2 100 1", "10 11 2 100 1"),
                 "element type 11 has second or higher order");
  expect_refused(replaced(good, "10 5 2 100 1", "10 140 2 100 1"), "element type 140 is not known");
  expect_refused(replaced(good, "10 5 2 100 1", "10 5 -2 100 1"), "the number of tags of an element is -2");
  expect_refused(good + "$Elements\n0\n$EndElements\n", "a second section $Elements");
  expect_refused(good + "stray\n", "'stray' stands outside of any section");
  const std::string newest = house(GmshVersion::v41);
  expect_refused(replaced(newest, "2 9 1 9", "2 10 1 10"), "10 nodes are announced (the blocks hold 9)");
  expect_refused(replaced(newest, "3 1 5 1 ", "2 1 5 1 "), "belong to an entity of dimension 2");
  expect_refused(replaced(newest, "3 1 5 1 ", "4 1 5 1 "), "the dimension of a block is 4");
  const std::size_t cells = good.find("$Elements");
  expect_refused(good.substr(0, cells) + "$Elements\n1\n1 15 2 0 1 1\n$EndElements\n",
                 "the file has no cells");
}

TEST(Gmsh, RefusalsNameByteOffsetAndValue) {
  std::string bytes = house(GmshVersion::v22, Encoding::big);
  expect_refused(replaced(bytes, std::string("\0\0\0\1\n$End", 9), std::string("\0\0\1\1\n$End", 9)),
                 "mesh.msh: byte offset 20: the byte order is unknown");
  testing::NumberSink nan(Encoding::big);
  nan.real(std::numeric_limits<double>::quiet_NaN());
  const std::size_t at = bytes.find("$Nodes\n9\n") + 9 + 4;
  expect_refused(bytes.replace(at, 8, nan.bytes()),
                 "byte offset " + std::to_string(at) + ": x of a node is nan");
  const std::string cut = house(GmshVersion::v41, Encoding::little);
  expect_refused(cut.substr(0, cut.find("$EndNodes") - 20), "the file ends before");
}

}  // namespace
}  // namespace trireme::mesh
