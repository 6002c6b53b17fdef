// SPDX-License-Identifier: Apache-2.0
// The dense product equals its twin.
#include "amg/kernels/dense_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

TEST(DenseRows, equals_its_twin) {
  for (const std::size_t columns : {0, 1, 3, 4, 9, 50}) {
    const std::size_t rows = 7;
    const auto matrix = testing::whole_vector(1, rows * columns), x = testing::whole_vector(2, columns);
    std::vector<double> y(rows, -1), twin(rows, -2);
    multiply_dense_rows(matrix, x, y);
    multiply_dense_rows_reference(matrix, x, twin);
    for (std::size_t row = 0; row < rows; ++row) EXPECT_NEAR(y[row], twin[row], 1e-13);
  }
}

}  // namespace
}  // namespace trireme::amg
