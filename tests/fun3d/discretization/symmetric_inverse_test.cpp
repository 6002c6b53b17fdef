// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/symmetric_inverse.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

constexpr double cutoff = 1e-10;

double entry(const Symmetric3& m, int i, int j) {
  constexpr int position[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  return m[position[i][j]];
}

void expect_product_is_projector(const Symmetric3& m, const Symmetric3& inverse, double rank) {
  double trace = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      // M M+ M = M.
      double product = 0;
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) product += entry(m, i, k) * entry(inverse, k, l) * entry(m, l, j);
      }
      EXPECT_NEAR(product, entry(m, i, j), 1e-12);
      trace += entry(m, i, j) * entry(inverse, j, i);
    }
  }
  EXPECT_NEAR(trace, rank, 1e-9);
}

TEST(SymmetricInverse, InvertsARegularMatrix) {
  const Symmetric3 m{4, 1, -0.5, 3, 0.7, 2};
  expect_product_is_projector(m, pseudo_inverse(m, cutoff), 3);
}

TEST(SymmetricInverse, KeepsStretchedStencils) {
  const Symmetric3 m{1, 0, 0, 1e-4, 0, 1e-8};
  const Symmetric3 inverse = pseudo_inverse(m, cutoff);
  EXPECT_NEAR(inverse[0], 1, 1e-15);
  EXPECT_NEAR(inverse[3], 1e4, 1e-8);
  EXPECT_NEAR(inverse[5], 1e8, 1e-4);
}

TEST(SymmetricInverse, LeavesMissingDirectionsOut) {
  // Neighbours in the plane with normal (1, 2, 2)/3: M = I - n n^T.
  const Symmetric3 plane{8.0 / 9, -2.0 / 9, -2.0 / 9, 5.0 / 9, -4.0 / 9, 5.0 / 9};
  expect_product_is_projector(plane, pseudo_inverse(plane, cutoff), 2);
  // Neighbours on the line along (0, 3, 4).
  const Symmetric3 line{0, 0, 0, 9, 12, 16};
  expect_product_is_projector(line, pseudo_inverse(line, cutoff), 1);
  // No neighbour at all.
  for (const double value : pseudo_inverse({}, cutoff)) EXPECT_EQ(value, 0.0);
}

}  // namespace
}  // namespace trireme::flow
