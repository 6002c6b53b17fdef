// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/block_ilu.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

using testing::BlockMatrix;
using testing::box_matrix;

IluPlanOptions threaded(ScheduleKind kind, int levels) {
  return {.levels = levels, .schedule = kind, .threads = threads::max_threads(), .minimum_task_entries = 0};
}

template <class Value>
std::vector<double> solved(BlockIlu<Value>& ilu, const std::vector<double>& b) {
  std::vector<double> x(b.size(), 77.0);
  ilu.solve(b, x);
  return x;
}

template <class Value>
void expect_same_bits_as_serial(int block_size, int levels, bool reordered) {
  const BlockMatrix a = box_matrix(7, 6, 4, block_size, 40);
  const auto order = reordered ? testing::Random(5).permutation(a.rows()) : std::vector<LocalIndex>{};
  const auto b = testing::Random(9).vector(a.unknowns());
  BlockIlu<Value> serial(make_ilu_plan(a.sparsity(), block_size, order, {.levels = levels}));
  ASSERT_FALSE(serial.factor(a.values));
  const auto x = solved(serial, b);
  for (ScheduleKind kind : {ScheduleKind::serial, ScheduleKind::levels, ScheduleKind::p2p}) {
    BlockIlu<Value> ilu(make_ilu_plan(a.sparsity(), block_size, order, threaded(kind, levels)));
    ASSERT_FALSE(ilu.factor(a.values));
    EXPECT_EQ(ilu.values_by_row(), serial.values_by_row());
    for (int repeat = 0; repeat < 3; ++repeat) EXPECT_EQ(solved(ilu, b), x);
    std::vector<double> in_place = b;
    ilu.solve(in_place, in_place);
    EXPECT_EQ(in_place, x);
    const threads::ThreadCountScope other_count(threads::max_threads() + 1);
    EXPECT_EQ(solved(ilu, b), x);  // regions now have another number of threads than the plan
    ASSERT_FALSE(ilu.factor(a.values));
    EXPECT_EQ(ilu.values_by_row(), serial.values_by_row());
  }
}

TEST(BlockIlu, has_the_same_bits_for_every_schedule_and_thread_count) {
  for (int block_size : {1, 3, 4, 5})
    for (int levels : {0, 1})
      for (bool reordered : {false, true}) {
        expect_same_bits_as_serial<double>(block_size, levels, reordered);
        expect_same_bits_as_serial<float>(block_size, levels, reordered);
      }
}

TEST(BlockIlu, with_all_fill_is_an_exact_solver) {
  for (int block_size : {1, 2, 4, 5}) {
    const BlockMatrix a = box_matrix(5, 4, 3, block_size, 20);
    for (bool reordered : {false, true}) {
      const auto order = reordered ? testing::Random(5).permutation(a.rows()) : std::vector<LocalIndex>{};
      BlockIlu<double> ilu(
          make_ilu_plan(a.sparsity(), block_size, order, threaded(ScheduleKind::p2p, a.rows())));
      ASSERT_FALSE(ilu.factor(a.values));
      const auto exact = testing::Random(1).vector(a.unknowns());
      EXPECT_LT(testing::largest_difference(solved(ilu, testing::multiply(a, exact)), exact), 1e-13);
      std::vector<double> x(a.unknowns());
      ilu.solve_transposed(testing::multiply(a, exact, true), x);
      EXPECT_LT(testing::largest_difference(x, exact), 1e-13);
    }
  }
}

TEST(BlockIlu, solves_the_transposed_system_of_the_same_factors) {
  const BlockMatrix a = box_matrix(6, 5, 4, 3, 20);
  for (bool reordered : {false, true}) {
    const auto order = reordered ? testing::Random(5).permutation(a.rows()) : std::vector<LocalIndex>{};
    BlockIlu<double> ilu(make_ilu_plan(a.sparsity(), 3, order, threaded(ScheduleKind::p2p, 0)));
    ASSERT_FALSE(ilu.factor(a.values));
    const auto u = testing::Random(1).vector(a.unknowns());
    const auto v = testing::Random(2).vector(a.unknowns());
    const auto x = solved(ilu, u);
    std::vector<double> y(v.size());
    ilu.solve_transposed(v, y);
    double left = 0, right = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      left += v[i] * x[i];
      right += y[i] * u[i];
    }
    EXPECT_NEAR(left, right, 1e-13 * std::abs(left));
    std::vector<double> in_place = v;
    ilu.solve_transposed(in_place, in_place);
    EXPECT_EQ(in_place, y);
  }
}

TEST(BlockIlu, takes_new_values_on_the_same_plan) {
  BlockMatrix a = box_matrix(6, 5, 4, 4);
  const auto plan = make_ilu_plan(a.sparsity(), 4, {}, threaded(ScheduleKind::p2p, 1));
  BlockIlu<double> used(plan);
  ASSERT_FALSE(used.factor(a.values));
  testing::fill_values(a, 99);
  ASSERT_FALSE(used.factor(a.values));
  BlockIlu<double> fresh(plan);
  ASSERT_FALSE(fresh.factor(a.values));
  EXPECT_EQ(used.values_by_row(), fresh.values_by_row());
}

TEST(BlockIlu, in_single_precision_is_near_that_in_double) {
  const BlockMatrix a = box_matrix(6, 5, 4, 4);
  const auto plan = make_ilu_plan(a.sparsity(), 4, {}, threaded(ScheduleKind::p2p, 1));
  BlockIlu<double> exact(plan);
  BlockIlu<float> rounded(plan);
  ASSERT_FALSE(exact.factor(a.values));
  ASSERT_FALSE(rounded.factor(a.values));
  const auto b = testing::Random(1).vector(a.unknowns());
  const double difference = testing::largest_difference(solved(exact, b), solved(rounded, b));
  EXPECT_GT(difference, 1e-12);
  EXPECT_LT(difference, 1e-6);
  EXPECT_EQ(rounded.bytes() * 2, exact.bytes());
}

// Diagonal block of a row.
double* diagonal_block(BlockMatrix& a, LocalIndex row) {
  const std::size_t entries = static_cast<std::size_t>(a.block_size) * a.block_size;
  for (LocalIndex e = a.offsets[row]; e < a.offsets[row + 1]; ++e)
    if (a.columns[e] == row) return a.values.data() + e * entries;
  return nullptr;
}

template <class Value>
void expect_failure_in_row(BlockMatrix a, LocalIndex row, std::vector<LocalIndex> order) {
  BlockIlu<Value> ilu(make_ilu_plan(a.sparsity(), a.block_size, order, threaded(ScheduleKind::p2p, 0)));
  const auto failed = ilu.factor(a.values);
  ASSERT_TRUE(failed);
  EXPECT_EQ(*failed, row);
  for (const double x : solved(ilu, testing::Random(1).vector(a.unknowns()))) ASSERT_TRUE(std::isfinite(x));
}

TEST(BlockIlu, reports_the_first_zero_or_nan_pivot_and_stays_finite) {
  for (int block_size : {1, 2, 4, 5}) {
    BlockMatrix zero = box_matrix(6, 5, 4, block_size);
    const int entries = block_size * block_size;
    // A row that is first of its part of the grid: nothing is subtracted from its diagonal block.
    std::fill_n(diagonal_block(zero, 0), entries, 0.0);
    expect_failure_in_row<double>(zero, 0, {});
    expect_failure_in_row<float>(zero, 0, {});

    BlockMatrix nan = box_matrix(6, 5, 4, block_size);
    diagonal_block(nan, 50)[0] = std::numeric_limits<double>::quiet_NaN();
    diagonal_block(nan, 70)[0] = std::numeric_limits<double>::infinity();
    expect_failure_in_row<double>(nan, 50, {});
    std::vector<LocalIndex> reversed(nan.rows());
    for (LocalIndex i = 0; i < nan.rows(); ++i) reversed[i] = nan.rows() - 1 - i;
    expect_failure_in_row<double>(nan, 70, reversed);

    BlockMatrix large = box_matrix(6, 5, 4, block_size);
    large.values[large.offsets[30] * entries] = 1e42;  // finite in double, not in float
    expect_failure_in_row<float>(large, 30, {});
  }
}

TEST(BlockIlu, shifts_a_zero_pivot_on_request) {
  for (int block_size : {1, 4}) {
    BlockMatrix a = box_matrix(4, 3, 2, block_size);
    std::fill_n(diagonal_block(a, 0), block_size * block_size, 0.0);
    const auto plan = make_ilu_plan(a.sparsity(), block_size, {}, threaded(ScheduleKind::p2p, 0));
    BlockIlu<double> ilu(plan);
    EXPECT_TRUE(ilu.factor(a.values));
    EXPECT_FALSE(ilu.factor(a.values, {.shift = 3.0}));
    BlockMatrix shifted = a;
    for (int r = 0; r < block_size; ++r) diagonal_block(shifted, 0)[r * block_size + r] = 3.0;
    BlockIlu<double> expected(plan);
    ASSERT_FALSE(expected.factor(shifted.values));
    EXPECT_EQ(ilu.values_by_row(), expected.values_by_row());
  }
}

TEST(BlockIlu, of_no_rows_does_nothing) {
  const std::vector<LocalIndex> offsets{0};
  BlockIlu<double> ilu(make_ilu_plan({offsets, {}}, 4, {}, threaded(ScheduleKind::p2p, 1)));
  EXPECT_FALSE(ilu.factor({}));
  ilu.solve({}, {});
  ilu.solve_transposed({}, {});
}

TEST(BlockIlu, is_the_identity_before_it_is_factored) {
  const BlockMatrix a = box_matrix(4, 3, 2, 2);
  BlockIlu<double> ilu(make_ilu_plan(a.sparsity(), 2, {}, threaded(ScheduleKind::p2p, 0)));
  const auto b = testing::Random(1).vector(a.unknowns());
  EXPECT_EQ(solved(ilu, b), b);
}

}  // namespace
}  // namespace trireme::ilu
