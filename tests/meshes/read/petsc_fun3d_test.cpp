// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/petsc_fun3d.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/meshes/petsc_fun3d_bytes.hpp"

namespace trireme::mesh {
namespace {

using testing::FileBytes;

void expect_refused(std::span<const std::byte> bytes, const std::string& part) {
  try {
    read_petsc_fun3d(bytes, "uns3d.msh");
    FAIL() << "accepted; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(PetscFun3d, ReadsEdgesNodesAndBoundaries) {
  const FileBytes file;
  EXPECT_TRUE(looks_like_petsc_fun3d(file.bytes()));
  const RawDual dual = read_petsc_fun3d(file.bytes(), "uns3d.msh");
  ASSERT_EQ(dual.n_points(), 4);
  ASSERT_EQ(dual.n_edges(), 6);
  EXPECT_EQ(dual.edges[5], (std::array<GlobalIndex, 2>{2, 3}));
  EXPECT_EQ(dual.edge_normals[0], (Point{0.5, 0, 0}));
  EXPECT_EQ(dual.points[2], (Point{0, 1, 0}));
  EXPECT_DOUBLE_EQ(dual.volumes[3], 1.0 / 24);
  ASSERT_EQ(dual.markers.size(), 2u);
  EXPECT_EQ(dual.markers[0].name, "solid");
  EXPECT_EQ(dual.markers[0].facets.size(), 3u);
  EXPECT_EQ(dual.markers[1].name, "far_field");
  // All four facets outward: their area vectors cancel.
  Point total = dual.markers[1].facet_normals[0];
  EXPECT_EQ(total, (Point{0.5, 0.5, 0.5}));
  for (const Point& area : dual.markers[0].facet_normals) total = sum(total, area);
  EXPECT_NEAR(length(total), 0, 1e-15);
}

TEST(PetscFun3d, WrongEndianIsNamed) {
  const FileBytes little(testing::Endian::little);
  expect_refused(little.bytes(), "little-endian");
  expect_refused(little.bytes().first(200), "little-endian");
}

TEST(PetscFun3d, EveryTruncationIsRefused) {
  const FileBytes file;
  for (std::size_t length = 0; length < file.bytes().size(); ++length) {
    expect_refused(file.bytes().first(length), "byte offset " + std::to_string(length) + ": the file ends");
  }
  std::vector<std::byte> longer(file.bytes().begin(), file.bytes().end());
  longer.push_back(std::byte{0});
  expect_refused(longer, "goes on after its last block");
}

TEST(PetscFun3d, BadValuesAreRefusedWithTheirOffset) {
  FileBytes nan;
  const std::size_t at = nan.coordinates_at() + 8 * 2;
  nan.put_real(at, std::numeric_limits<double>::quiet_NaN());
  expect_refused(nan.bytes(), "byte offset " + std::to_string(at) + ": coordinate x of node 2 is nan");
  FileBytes flat;
  flat.put_real(flat.volumes_at(), 0);
  expect_refused(flat.bytes(), "the dual volume of node 0");
  FileBytes beyond;
  beyond.put_integer(52, 5);
  expect_refused(beyond.bytes(), "byte offset 52: the first end of edge 0 is 5");
  FileBytes zero;
  zero.put_integer(52, 0);
  expect_refused(zero.bytes(), "byte offset 52");
  FileBytes negative;
  negative.put_integer(4, -4);
  expect_refused(negative.bytes(), "negative count");
  // A count that asks for gigabytes is refused before anything is allocated.
  FileBytes huge;
  huge.put_integer(8, std::numeric_limits<std::int32_t>::max());
  expect_refused(huge.bytes(), "the file ends early");
}

}  // namespace
}  // namespace trireme::mesh
