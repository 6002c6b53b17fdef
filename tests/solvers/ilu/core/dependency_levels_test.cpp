// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/dependency_levels.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

TEST(DependencyLevels, of_a_box_in_natural_order_are_its_diagonals) {
  const auto a = testing::box_matrix(6, 5, 4, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 0);
  for (Triangle triangle : {Triangle::lower, Triangle::upper}) {
    const DependencyLevels levels = dependency_levels(DependencyView(pattern, triangle));
    ASSERT_EQ(levels.count(), 6 + 5 + 4 - 2);
    for (LocalIndex level = 0; level < levels.count(); ++level)
      for (LocalIndex p = levels.offsets[level]; p < levels.offsets[level + 1]; ++p) {
        const LocalIndex i = levels.rows[p];
        const LocalIndex diagonal = i % 6 + i / 6 % 5 + i / 30;
        EXPECT_EQ(diagonal, triangle == Triangle::lower ? level : levels.count() - 1 - level);
      }
  }
}

TEST(DependencyLevels, parallelism_is_work_over_the_longest_chain) {
  // Rows 0..3 need nothing, row 4 needs all of them, row 5 needs row 4: work 4 + 5 + 2, chain 1 + 5 + 2.
  const std::vector<LocalIndex> offsets{0, 1, 2, 3, 4, 9, 11}, columns{0, 1, 2, 3, 0, 1, 2, 3, 4, 4, 5};
  const FactorPattern pattern = factor_pattern({offsets, columns}, {}, 0);
  const DependencyLevels lower = dependency_levels(DependencyView(pattern, Triangle::lower));
  EXPECT_EQ(lower.count(), 3);
  EXPECT_DOUBLE_EQ(lower.parallelism, 11.0 / 8.0);
  const DependencyLevels upper = dependency_levels(DependencyView(pattern, Triangle::upper));
  EXPECT_EQ(upper.count(), 1);
  EXPECT_DOUBLE_EQ(upper.parallelism, 6.0);
}

TEST(DependencyLevels, of_nothing_are_none) {
  const std::vector<LocalIndex> offsets{0};
  const FactorPattern pattern = factor_pattern({offsets, {}}, {}, 0);
  const DependencyLevels levels = dependency_levels(DependencyView(pattern, Triangle::lower));
  EXPECT_EQ(levels.count(), 0);
  EXPECT_EQ(levels.parallelism, 1.0);
}

}  // namespace
}  // namespace trireme::ilu
