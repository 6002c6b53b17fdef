// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/finite_volume.hpp"

#include <gtest/gtest.h>

#include "amg/problems/anisotropic.hpp"
#include "amg/problems/convection_diffusion.hpp"
#include "amg/problems/jumping_coefficients.hpp"
#include "amg/problems/stretched_grid.hpp"
#include "tests/amg/problems/dense_matrix.hpp"

namespace trireme::amg {
namespace {

using testing::DenseMatrix;

TEST(FiniteVolume, AnisotropicConductancesStandOnTheirAxes) {
  const Lattice lattice{{4, 4, 4}};
  const DenseMatrix matrix(*anisotropic(lattice, {1, 10, 100}));
  const auto row = static_cast<std::size_t>(lattice.id({1, 1, 1}));
  EXPECT_EQ(matrix(row, row + 1), -1);
  EXPECT_EQ(matrix(row, row + 4), -10);
  EXPECT_EQ(matrix(row, row + 16), -100);
  EXPECT_EQ(matrix(row, row), 222);
  EXPECT_GT(matrix.smallest_pivot(), 0);
}

TEST(FiniteVolume, JumpsAreSymmetricAndLargeAndDependOnTheSeed) {
  const Lattice lattice{{6, 6, 6}};
  const DenseMatrix matrix(*jumping_coefficients(lattice, {.deviation = 3, .block = 2, .seed = 1}));
  EXPECT_EQ(matrix.asymmetry(), 0);
  EXPECT_GT(matrix.smallest_pivot(), 0);
  double least = 1e300, most = 0;
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    least = std::min(least, matrix(row, row));
    most = std::max(most, matrix(row, row));
  }
  EXPECT_GT(most / least, 1e3);
  const DenseMatrix other(*jumping_coefficients(lattice, {.deviation = 3, .block = 2, .seed = 2}));
  EXPECT_NE(matrix(0, 0), other(0, 0));
  // Inside a block the conductance is the block's own.
  EXPECT_NEAR(matrix(0, 1), matrix(0, 6), 1e-12 * std::abs(matrix(0, 1)));
  EXPECT_NE(matrix(0, 1), matrix(1, 2));
}

TEST(FiniteVolume, StretchedCellsAreFlatAtTheWall) {
  const Lattice lattice{{3, 3, 9}};
  const DenseMatrix matrix(*stretched_grid(lattice, 100));
  EXPECT_LT(matrix.asymmetry(), 1e-12);
  EXPECT_GT(matrix.smallest_pivot(), 0);
  EXPECT_NEAR(matrix(0, 1), -0.01, 1e-12);  // area 0.01, distance 1
  EXPECT_LT(matrix(0, 9), -50);             // area 1, distance about 0.014
  const std::size_t top = matrix.size() - 1;
  EXPECT_NEAR(matrix(top, top - 1), -1, 1e-12);
}

TEST(FiniteVolume, ConvectionIsUpwindAnMMatrixWithoutDivergence) {
  const Lattice lattice{{6, 5, 4}};
  const auto problem = convection_diffusion(lattice, 20);
  EXPECT_FALSE(problem->is_symmetric());
  const DenseMatrix matrix(*problem);
  EXPECT_GT(matrix.asymmetry(), 1);
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    EXPECT_GT(matrix.row_sum(row), -1e-12);
    for (std::size_t column = 0; column < matrix.size(); ++column)
      if (row != column) {
        EXPECT_LE(matrix(row, column), 0);
      }
  }
  // A column's sum is what leaves a cell less what its neighbours receive: zero inside.
  const auto cell = static_cast<std::size_t>(lattice.id({2, 2, 1}));
  double column_sum = 0;
  for (std::size_t row = 0; row < matrix.size(); ++row) column_sum += matrix(row, cell);
  EXPECT_NEAR(column_sum, 0, 1e-12);
  EXPECT_LT(DenseMatrix(*convection_diffusion(lattice, 0)).asymmetry(), 1e-15);
}

}  // namespace
}  // namespace trireme::amg
