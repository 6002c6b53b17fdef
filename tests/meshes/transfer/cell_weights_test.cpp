// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/cell_weights.hpp"

#include <random>

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

// Warped quadrilaterals on all but the tetrahedron.
const std::vector<std::pair<CellType, CellCorners>> cells{
    {CellType::tetrahedron, {{{0, 0, 0}, {1.1, 0.1, -0.1}, {0.2, 0.9, 0.1}, {0.1, 0.2, 1.3}}}},
    {CellType::pyramid, {{{0, 0, 0.1}, {1.1, 0.1, -0.1}, {1.0, 0.9, 0.2}, {-0.1, 1.1, 0}, {0.4, 0.6, 1.2}}}},
    {CellType::prism,
     {{{0, 0, 0}, {1.1, 0.1, -0.1}, {0.2, 0.9, 0.1}, {0.1, 0.1, 1}, {1, 0, 1.2}, {0, 1, 0.9}}}},
    {CellType::hexahedron,
     {{{0, 0, 0.1},
       {1.1, 0, 0},
       {1, 1.2, 0.1},
       {0.1, 1, -0.1},
       {0, 0.1, 1},
       {1, -0.1, 1.1},
       {0.9, 1, 1},
       {0, 1, 1.2}}}}};

TEST(CellWeights, ReproducePointsInsideEveryShape) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.05, 1);
  for (const auto& [type, corners] : cells) {
    for (int k = 0; k < 100; ++k) {
      // A mean of the corners with random weights, pulled to their mean: inside although faces are warped.
      Point x{};
      double total = 0;
      for (int i = 0; i < cell_size(type); ++i) {
        const double weight = uniform(random);
        x = sum(x, scaled(weight, corners[static_cast<std::size_t>(i)]));
        total += weight;
      }
      x = midpoint(scaled(1 / total, x), corner_mean(type, corners));
      const CellWeights found = weights_in_cell(type, corners, x);
      EXPECT_GT(found.depth, -1e-12) << cell_name(type);
      Point again{};
      double sum_of_weights = 0;
      for (int i = 0; i < cell_size(type); ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_GT(found.weights[at], -1e-12);
        sum_of_weights += found.weights[at];
        again = sum(again, scaled(found.weights[at], corners[at]));
      }
      EXPECT_NEAR(sum_of_weights, 1, 1e-13);
      EXPECT_LT(length(difference(again, x)), 1e-13) << cell_name(type);
    }
  }
}

TEST(CellWeights, AreNegativeOutside) {
  for (const auto& [type, corners] : cells) {
    EXPECT_LT(weights_in_cell(type, corners, {2, 0.5, 0.5}).depth, 0);
    EXPECT_LT(weights_in_cell(type, corners, {0.4, 0.4, -0.5}).depth, 0);
  }
  // A flat tetrahedron holds nothing.
  EXPECT_LT(
      weights_in_cell(CellType::tetrahedron, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}, {0, 0, 0}).depth,
      0);
}

}  // namespace
}  // namespace trireme::mesh
