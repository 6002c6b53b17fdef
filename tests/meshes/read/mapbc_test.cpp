// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/mapbc.hpp"

#include <gtest/gtest.h>

#include "tests/meshes/same_mesh.hpp"

namespace trireme::mesh {
namespace {

void expect_refused(const std::string& text, const std::string& part) {
  const std::string refusal = testing::refusal([&] { read_mapbc(text, "wing.mapbc"); });
  EXPECT_NE(refusal.find(part), std::string::npos) << refusal;
}

TEST(Mapbc, NamesTagsAndFallsBackToTheCode) {
  const BoundaryNames names = read_mapbc(
      "  7\r\n 2 5000 outer\r\n1  3000\n3 6662\n4 5050\n5 4000  fin more\n6 1234\n7 5\n", "wing.mapbc");
  ASSERT_EQ(names.size(), 7u);
  EXPECT_EQ(names.at(2).name, "outer");
  EXPECT_EQ(names.at(2).code, 5000);
  EXPECT_EQ(names.at(1).name, "wall_1");
  EXPECT_EQ(names.at(3).name, "symmetry_3");
  EXPECT_EQ(names.at(4).name, "far_field_4");
  EXPECT_EQ(names.at(5).name, "fin");
  EXPECT_EQ(names.at(6).name, "tag_6");
  EXPECT_EQ(names.at(7).name, "wall_7");
  EXPECT_EQ(meaning_of_code(6662), "symmetry");
  EXPECT_EQ(meaning_of_code(1234), "");
}

TEST(Mapbc, RefusalsNameLineAndValue) {
  expect_refused("", "the file is empty");
  expect_refused("two\n", "wing.mapbc:1: the number of boundaries is 'two'");
  expect_refused("2\n1 3000 a\n", "wing.mapbc:2: 2 boundaries are announced (1 line follows");
  expect_refused("1\n1 3000 a\n2 5000 b\n",
                 "wing.mapbc:3: 1 boundaries are announced (a further line follows)");
  expect_refused("2\n1 3000 a\n1 5000 b\n", "wing.mapbc:3: tag 1 is given twice");
  expect_refused("1\n1 wall\n", "wing.mapbc:2: the code of a boundary is 'wall'");
}

}  // namespace
}  // namespace trireme::mesh
