// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/cell_type.hpp"

#include <map>

#include <gtest/gtest.h>

#include "meshes/core/cell_geometry.hpp"

namespace trireme::mesh {
namespace {

const std::map<CellType, std::pair<CellCorners, double>> unit_cells{
    {CellType::tetrahedron, {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, 1.0 / 6}},
    {CellType::pyramid, {{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}}}, 1.0 / 3}},
    {CellType::prism, {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}}, 0.5}},
    {CellType::hexahedron,
     {{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}}, 1.0}}};

TEST(CellType, FacesPointOutwardAndClose) {
  for (const auto& [type, cell] : unit_cells) {
    const auto& [corners, volume] = cell;
    Point total{};
    const Point middle = corner_mean(type, corners);
    for (const CellFace& face : cell_faces(type)) {
      const Point area = face_area(face, corners);
      EXPECT_GT(dot(area, difference(face_mean(face, corners), middle)), 0) << cell_name(type);
      total = sum(total, area);
    }
    EXPECT_NEAR(length(total), 0, 1e-15) << cell_name(type);
    EXPECT_NEAR(cell_volume(type, corners), volume, 1e-15) << cell_name(type);
  }
}

TEST(CellType, EveryEdgeHasTwoDifferentFacesThatHoldIt) {
  for (const auto& [type, cell] : unit_cells) {
    const auto faces = cell_faces(type);
    // Euler: corners - edges + faces = 2.
    EXPECT_EQ(cell_size(type) - static_cast<int>(cell_edges(type).size()) + static_cast<int>(faces.size()),
              2);
    for (const CellEdge& edge : cell_edges(type)) {
      ASSERT_GE(edge.right, 0);
      EXPECT_NE(edge.left, edge.right);
      const auto follows = [&](int f, int from, int to) {
        for (int i = 0; i < faces[f].size; ++i) {
          if (faces[f].corners[i] == from && faces[f].corners[(i + 1) % faces[f].size] == to) return true;
        }
        return false;
      };
      EXPECT_TRUE(follows(edge.left, edge.first, edge.second));
      EXPECT_TRUE(follows(edge.right, edge.second, edge.first));
    }
  }
}

}  // namespace
}  // namespace trireme::mesh
