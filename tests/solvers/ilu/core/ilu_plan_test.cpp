// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/ilu_plan.hpp"

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

TEST(IluPlan, lays_rows_out_with_the_blocks_of_the_pattern) {
  const auto a = testing::box_matrix(7, 5, 4, 2, 40);
  const auto order = testing::Random(5).permutation(a.rows());
  const auto plan = make_ilu_plan(
      a.sparsity(), 2, order, {.levels = 1, .threads = threads::max_threads(), .minimum_task_entries = 0});
  const FactorPattern pattern = factor_pattern(a.sparsity(), plan->order, 1);
  EXPECT_EQ(plan->threads(), threads::max_threads());
  EXPECT_EQ(plan->factor_blocks(), pattern.entries());
  const StreamView lower = plan->lower.view(), upper = plan->upper.view();
  for (LocalIndex row = 0; row < plan->rows(); ++row) {
    const LocalIndex l = lower.position[row], u = upper.position[row];
    EXPECT_EQ(lower.rows[l], row);
    EXPECT_EQ(upper.rows[u], row);
    std::vector<LocalIndex> stored(lower.columns + lower.offsets[l], lower.columns + lower.offsets[l + 1]);
    stored.insert(stored.end(), upper.columns + upper.offsets[u], upper.columns + upper.offsets[u + 1]);
    const std::vector<LocalIndex> kept(pattern.columns.begin() + pattern.offsets[row],
                                       pattern.columns.begin() + pattern.offsets[row + 1]);
    EXPECT_EQ(stored, kept);
    EXPECT_LE(static_cast<LocalIndex>(stored.size()), plan->longest_row);
  }
}

TEST(IluPlan, notices_another_pattern) {
  auto a = testing::box_matrix(4, 3, 2, 1);
  const auto plan = make_ilu_plan(a.sparsity(), 1, {}, {});
  EXPECT_TRUE(plan->matches(a.sparsity()));
  auto other = testing::box_matrix(4, 3, 2, 1, 5);
  EXPECT_FALSE(plan->matches(other.sparsity()));
  std::swap(a.columns[0], a.columns[1]);
  EXPECT_FALSE(plan->matches(a.sparsity()));
}

TEST(IluPlan, counts_levels_and_parallelism) {
  const auto a = testing::box_matrix(6, 5, 4, 1);
  const auto plan = make_ilu_plan(a.sparsity(), 1, {}, {.threads = 2});
  EXPECT_EQ(plan->statistics.lower_levels, 13);
  EXPECT_EQ(plan->statistics.upper_levels, 13);
  EXPECT_GT(plan->statistics.lower_parallelism, 1.0);
  EXPECT_LT(plan->statistics.lower_parallelism, a.rows());
  EXPECT_GT(plan->bytes(), 4u * 2u * a.columns.size());
}

}  // namespace
}  // namespace trireme::ilu
