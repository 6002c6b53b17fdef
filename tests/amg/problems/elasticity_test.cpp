// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/elasticity.hpp"

#include <gtest/gtest.h>

#include "tests/amg/problems/dense_matrix.hpp"

namespace trireme::amg {
namespace {

TEST(Elasticity, IsSymmetricPositiveAndKnowsItsRigidBodyModes) {
  const Lattice lattice{{4, 3, 3}};
  const auto problem = elasticity(lattice, 0.3);
  ASSERT_EQ(problem->block_size(), 3);
  ASSERT_EQ(problem->n_rows(), 3 * 36);
  ASSERT_EQ(problem->n_near_null_vectors(), 6);
  const testing::DenseMatrix matrix(*problem);
  EXPECT_LT(matrix.asymmetry(), 1e-14);
  EXPECT_GT(matrix.smallest_pivot(), 0);
  for (int mode = 0; mode < 6; ++mode) {
    std::vector<double> motion;
    for (GlobalIndex row = 0; row < problem->n_rows(); ++row)
      motion.push_back(problem->near_null_entry(row, mode));
    const auto force = matrix.times(motion);
    double clamped = 0;
    for (GlobalIndex row = 0; row < problem->n_rows(); ++row) {
      const double here = std::abs(force[static_cast<std::size_t>(row)]);
      // Only next to the clamped end does a rigid motion meet resistance.
      if (lattice.point(row / 3)[0] > 0) {
        EXPECT_LT(here, 1e-13) << mode << " " << row;
      } else
        clamped = std::max(clamped, here);
    }
    EXPECT_GT(clamped, 0.01) << mode;
  }
}

}  // namespace
}  // namespace trireme::amg
