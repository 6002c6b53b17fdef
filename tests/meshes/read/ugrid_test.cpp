// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/ugrid.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/su2.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/meshes/ugrid_bytes.hpp"

namespace trireme::mesh {
namespace {

using testing::Encoding;
using testing::expect_same_mesh;
using testing::RealSize;
using testing::replaced;
using testing::ugrid_bytes;

const BoundaryNames walls_and_roof{{1, {"walls", 3000}}, {2, {"roof", 5000}}, {9, {"else", 4000}}};

// A prism below, a tetrahedron above; the file's cells come by type.
RawMesh sorted_tower() {
  return read_su2(replaced(testing::tower, "13 0 1 2 3 4 5\n10 3 4 5 6\n", "10 3 4 5 6\n13 0 1 2 3 4 5\n"),
                  "tower.su2");
}
RawMesh sorted_house() {
  return read_su2(
      replaced(testing::house, "12 0 1 2 3 4 5 6 7\n14 4 5 6 7 8\n", "14 4 5 6 7 8\n12 0 1 2 3 4 5 6 7\n"),
      "house.su2");
}

void expect_refused(const std::string& bytes, const std::string& part,
                    const std::string& name = "mesh.ugrid") {
  const std::string text = testing::refusal([&] { read_ugrid(bytes, name); });
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Ugrid, ReadsEveryEncoding) {
  for (const RawMesh& expected : {sorted_tower(), sorted_house()}) {
    for (const Encoding encoding : {Encoding::ascii, Encoding::little, Encoding::big}) {
      for (const RealSize real_size : {RealSize::eight, RealSize::four}) {
        RawMesh mesh = read_ugrid(ugrid_bytes(expected, encoding, real_size), "mesh.ugrid", walls_and_roof);
        expect_same_mesh(mesh, expected);
        ASSERT_EQ(mesh.notes.size(), 1u);
        EXPECT_EQ(mesh.notes[0],
                  "mesh.ugrid: boundary codes of the .mapbc file: walls 3000 (inviscid wall), roof 5000 (far "
                  "field)");
        EXPECT_NO_THROW(repair_and_check(mesh, "mesh.ugrid"));
        EXPECT_EQ(mesh.notes.size(), 1u) << "nothing to repair";
      }
    }
  }
}

TEST(Ugrid, WithoutNamesMarkersAreNumberedAsTheTags) {
  const RawMesh mesh = read_ugrid(ugrid_bytes(sorted_house(), Encoding::big), "house.b8.ugrid");
  ASSERT_EQ(mesh.markers.size(), 2u);
  EXPECT_EQ(mesh.markers[0].name, "tag_1");
  EXPECT_EQ(mesh.markers[1].name, "tag_2");
  EXPECT_TRUE(mesh.notes.empty());
}

TEST(Ugrid, TagsOfOneNameAreJoinedAndMissingOnesNoted) {
  const std::string bytes = ugrid_bytes(sorted_house(), Encoding::little);
  const RawMesh joined = read_ugrid(bytes, "house.lb8.ugrid", {{1, {"skin", 3000}}, {2, {"skin", 3000}}});
  ASSERT_EQ(joined.markers.size(), 1u);
  EXPECT_EQ(joined.markers[0].n_facets(), 9);
  EXPECT_EQ(joined.markers[0].facet_offsets.back(), 4 * 5 + 3 * 4);
  const RawMesh partly = read_ugrid(bytes, "house.lb8.ugrid", {{2, {"skin", 3000}}});
  EXPECT_EQ(partly.markers[0].name, "tag_1");
  ASSERT_EQ(partly.notes.size(), 2u);
  EXPECT_NE(partly.notes[1].find("1 surface tag is not in the .mapbc file"), std::string::npos);
}

TEST(Ugrid, TheContentsDecideNotTheName) {
  const RawMesh mesh = read_ugrid(ugrid_bytes(sorted_house(), Encoding::little), "house.b8.ugrid");
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_EQ(mesh.notes[0],
            "house.b8.ugrid: the file is little-endian with 8-byte reals, whatever its name says");
}

TEST(Ugrid, WhatFollowsTheElementsIsNoted) {
  for (const Encoding encoding : {Encoding::ascii, Encoding::little, Encoding::big}) {
    const RawMesh mesh = read_ugrid(ugrid_bytes(sorted_house(), encoding) + "1234", "mesh.ugrid");
    ASSERT_EQ(mesh.notes.size(), 1u);
    EXPECT_NE(mesh.notes[0].find("bytes after the last element are not used"), std::string::npos);
  }
}

TEST(Ugrid, RefusalsNameLineAndValue) {
  const std::string good = ugrid_bytes(sorted_house(), Encoding::ascii);
  expect_refused(replaced(good, "0.5 0.5 2 ", "0.5 inf 2 "), "mesh.ugrid:10: y of a node is inf");
  expect_refused(replaced(good, "5 6 9 ", "5 6 10 "),
                 "mesh.ugrid:11: a node of a surface element is 10 (the file has nodes 1 to 9)");
  expect_refused(replaced(good, "9 4 5 0 1 0 1", "9 4 5 0 0 0 0"), "the file has no volume elements");
  expect_refused(replaced(good, "9 4 5 0 1 0 1", "9 4 5 0 1 0 900"), "900 hexahedra are announced");
  expect_refused(replaced(good, "9 4 5 0 1 0 1", "9 -4 5 0 1 0 1"), "the number of triangles is -4");
  expect_refused(good.substr(0, good.size() - 3), "the file ends before a node of a volume element");
  expect_refused("", "the file ends before the number of nodes");
}

TEST(Ugrid, RefusalsNameByteOffsetAndValue) {
  const std::string good = ugrid_bytes(sorted_house(), Encoding::big);
  expect_refused(good.substr(0, 20), "mesh.ugrid: byte offset 20: the file ends within its counts");
  expect_refused(good.substr(0, good.size() - 4),
                 "read big-endian its counts ask for " + std::to_string(good.size()) + " bytes");
  testing::NumberSink nan(Encoding::big), far(Encoding::big);
  nan.real(std::numeric_limits<double>::quiet_NaN());
  far.integer(10);
  expect_refused(std::string(good).replace(28 + 8, 8, nan.bytes()), "byte offset 36: y of a node is nan");
  expect_refused(std::string(good).replace(28 + 9 * 24, 4, far.bytes()),
                 "byte offset 244: a node of a surface element is 10 (the file has nodes 1 to 9)");
  testing::NumberSink record(Encoding::little);
  record.integer(28);
  expect_refused(record.bytes() + good, "the file consists of Fortran records");
  testing::NumberSink wide(Encoding::little);
  for (const int count : {1, 0, 0, 1, 0, 0, 0}) wide.size(count);
  expect_refused(wide.bytes() + std::string(24 + 4 * 8, '\0'), "the file has integers of 64 bits");
  expect_refused(std::string(40, '\xff'), "the counts at the start are negative in either byte order");
}

}  // namespace
}  // namespace trireme::mesh
