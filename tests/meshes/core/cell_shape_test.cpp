// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/cell_shape.hpp"

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

constexpr CellCorners cube{
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
constexpr CellCorners prism{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
constexpr CellCorners pyramid{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}}};
constexpr CellCorners tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

CellCorners swapped(CellCorners corners, std::size_t a, std::size_t b) {
  std::swap(corners[a], corners[b]);
  return corners;
}
CellCorners moved(CellCorners corners, std::size_t corner, const Point& place) {
  corners[corner] = place;
  return corners;
}

void expect(CellType type, const CellCorners& corners, CellShape shape, bool mirrored = false) {
  const CellCondition condition = examine_cell(type, corners);
  EXPECT_EQ(condition.shape, shape) << cell_name(type);
  EXPECT_EQ(condition.mirrored, mirrored) << cell_name(type);
}

TEST(CellShape, RegularCellsAreConvexAndTheirImagesMirrored) {
  const std::array<CellCorners, n_cell_types> cells{tetrahedron, pyramid, prism, cube};
  for (int t = 0; t < n_cell_types; ++t) {
    const auto type = static_cast<CellType>(t);
    expect(type, cells[static_cast<std::size_t>(t)], CellShape::convex);
    std::array<GlobalIndex, 8> order{0, 1, 2, 3, 4, 5, 6, 7};
    mirror_cell(type, std::span(order).first(static_cast<std::size_t>(cell_size(type))));
    CellCorners image{};
    for (std::size_t i = 0; i < 8; ++i)
      image[i] = cells[static_cast<std::size_t>(t)][static_cast<std::size_t>(order[i])];
    expect(type, image, CellShape::convex, true);
  }
}

TEST(CellShape, WarpAndStretchDoNotMatter) {
  CellCorners flat = cube;
  for (Point& corner : flat) corner[2] *= 1e-6;
  expect(CellType::hexahedron, flat, CellShape::convex);
  expect(CellType::hexahedron, moved(cube, 6, {1.2, 1.1, 1.4}), CellShape::convex);
  // A quarter turn of the top.
  CellCorners turned = cube;
  for (std::size_t i = 0; i < 4; ++i) turned[4 + i] = cube[4 + (i + 1) % 4];
  EXPECT_NE(examine_cell(CellType::hexahedron, turned).shape, CellShape::zero_volume);
  // A corner of a quadrilateral side may be straight.
  expect(CellType::prism, moved(prism, 1, {0.5, 0.5, 0}), CellShape::convex);
}

TEST(CellShape, ConcaveCellsAreSoundWhileEveryCornerHasItsShare) {
  const Point dent{0.4, 0.4, 0}, upper_dent{0.4, 0.4, 1};
  expect(CellType::hexahedron, moved(moved(cube, 2, dent), 6, upper_dent), CellShape::concave);
  expect(CellType::pyramid, moved(pyramid, 2, dent), CellShape::concave);
  expect(CellType::hexahedron, moved(cube, 6, {0.45, 0.45, 0.45}), CellShape::concave);
}

TEST(CellShape, TwistedCellsAreFolded) {
  // Two corners of one side exchanged: bow ties.
  expect(CellType::hexahedron, swapped(cube, 4, 5), CellShape::folded);
  expect(CellType::hexahedron, swapped(swapped(cube, 0, 1), 2, 3), CellShape::folded);
  expect(CellType::prism, swapped(prism, 3, 4), CellShape::folded);
  expect(CellType::pyramid, swapped(pyramid, 1, 2), CellShape::folded);
  // Half a turn of the top.
  CellCorners turned = cube;
  for (std::size_t i = 0; i < 4; ++i) turned[4 + i] = cube[4 + (i + 2) % 4];
  expect(CellType::hexahedron, turned, CellShape::folded);
  // A corner pushed through the opposite side.
  expect(CellType::hexahedron, moved(cube, 6, {0.3, 0.3, -0.8}), CellShape::folded);
  EXPECT_EQ(examine_cell(CellType::prism, moved(prism, 3, {0.6, 0.6, -0.5})).shape, CellShape::folded);
}

TEST(CellShape, FlatAndCollapsedCells) {
  CellCorners flat = cube;
  for (Point& corner : flat) corner[2] = 0;
  EXPECT_EQ(examine_cell(CellType::hexahedron, flat).shape, CellShape::zero_edge);
  for (std::size_t i = 4; i < 8; ++i) flat[i] = {cube[i][0] + 0.25, cube[i][1] + 0.25, 0};
  expect(CellType::hexahedron, flat, CellShape::zero_volume);
  expect(CellType::tetrahedron, moved(tetrahedron, 3, {0.3, 0.3, 0}), CellShape::zero_volume);
  expect(CellType::pyramid, moved(pyramid, 4, {0.4, 0.5, 0}), CellShape::zero_volume);
  expect(CellType::prism, moved(prism, 4, prism[1]), CellShape::zero_edge);
  expect(CellType::tetrahedron, moved(tetrahedron, 3, tetrahedron[0]), CellShape::zero_edge);
}

}  // namespace
}  // namespace trireme::mesh
