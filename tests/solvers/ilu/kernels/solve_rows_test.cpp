// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/solve_rows.hpp"

#include <gtest/gtest.h>

#include "solvers/ilu/core/ilu_plan.hpp"
#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

template <class Value>
void expect_bits_of_reference(int bs, bool reordered) {
  const auto a = testing::box_matrix(6, 5, 3, bs, 30);
  const auto order = reordered ? testing::Random(5).permutation(a.rows()) : std::vector<LocalIndex>{};
  const auto plan = make_ilu_plan(a.sparsity(), bs, order, {.levels = 1});
  const LocalIndex* old = plan->order.natural() ? nullptr : plan->order.old_of_new.data();
  testing::Random random(bs);
  std::vector<Value> lower(plan->lower.entries() * bs * bs), upper(plan->upper.entries() * bs * bs);
  for (Value& v : lower) v = static_cast<Value>(0.3 * random.value());
  for (Value& v : upper) v = static_cast<Value>(0.3 * random.value());
  const auto b = random.vector(a.unknowns());
  std::vector<double> y(b.size()), y_reference(b.size()), x(b.size()), x_reference(b.size()), scratch(bs);
  // In two pieces, as tasks do.
  for (const PositionRange range : {PositionRange{0, 37}, PositionRange{37, a.rows()}}) {
    solve_lower_rows(bs, plan->lower.view(), lower.data(), range, old, b.data(), y.data());
    solve_lower_rows_reference(bs, plan->lower.view(), lower.data(), range, old, b.data(),
                               y_reference.data());
  }
  EXPECT_EQ(y, y_reference);
  EXPECT_NE(y, b);
  for (const PositionRange range : {PositionRange{0, 37}, PositionRange{37, a.rows()}}) {
    solve_upper_rows(bs, plan->upper.view(), upper.data(), range, old, y.data(), x.data(), scratch.data());
    solve_upper_rows_reference(bs, plan->upper.view(), upper.data(), range, old, y_reference.data(),
                               x_reference.data(), scratch.data());
  }
  EXPECT_EQ(y, y_reference);
  EXPECT_EQ(x, x_reference);
  if (old) {
    for (LocalIndex row = 0; row < a.rows(); ++row)
      for (int r = 0; r < bs; ++r) EXPECT_EQ(x[old[row] * bs + r], y[row * bs + r]);
  }
}

TEST(SolveRows, gives_the_bits_of_the_reference) {
  for (int bs : {1, 2, 3, 4, 5, 7})
    for (bool reordered : {false, true}) {
      expect_bits_of_reference<double>(bs, reordered);
      expect_bits_of_reference<float>(bs, reordered);
    }
}

TEST(SolveRows, by_hand) {
  // L = [1 0; 2 1], U = [4 3; 0 5]; L y = (1, 4): y = (1, 2); U x = y: x_1 = 2/5, x_0 = (1 - 3 * 2/5) / 4.
  const LocalIndex lower_rows[]{0, 1}, lower_offsets[]{0, 0, 1}, lower_columns[]{0}, position[]{0, 1};
  const LocalIndex upper_rows[]{1, 0}, upper_offsets[]{0, 1, 3}, upper_columns[]{1, 0, 1},
      upper_position[]{1, 0};
  const double lower[]{2}, upper[]{0.2, 0.25, 3};
  const double b[]{1, 4};
  double x[2], scratch[1];
  solve_lower_rows(1, {lower_rows, lower_offsets, lower_columns, position}, lower, {0, 2}, nullptr, b, x);
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 2);
  solve_upper_rows(1, {upper_rows, upper_offsets, upper_columns, upper_position}, upper, {0, 2}, nullptr, x,
                   x, scratch);
  EXPECT_DOUBLE_EQ(x[1], 0.4);
  EXPECT_NEAR(x[0], -0.05, 1e-15);
}

}  // namespace
}  // namespace trireme::ilu
