// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/factor_row.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "solvers/ilu/core/ilu_plan.hpp"
#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

using testing::BlockMatrix;

template <class Value>
struct Factors {
  std::vector<Value> lower, upper;
  int failures = 0;
};

// All rows in natural order, by the kernel or by its twin.
template <class Value, class Kernel>
Factors<Value> factors(const BlockMatrix& a, const IluPlan& plan, Kernel&& kernel) {
  const std::size_t entries = static_cast<std::size_t>(a.block_size) * a.block_size;
  Factors<Value> f{std::vector<Value>(plan.lower.entries() * entries),
                   std::vector<Value>(plan.upper.entries() * entries)};
  std::vector<LocalIndex> slot(a.rows(), -1);
  std::vector<double> blocks(plan.longest_row * entries), scratch(2 * entries);
  const bool natural = plan.order.natural();
  const MatrixRowsView matrix{a.offsets.data(), a.columns.data(), a.values.data(),
                              natural ? nullptr : plan.order.old_of_new.data(),
                              natural ? nullptr : plan.order.new_of_old.data()};
  const FactorView<Value> view{plan.lower.view(), f.lower.data(), plan.upper.view(), f.upper.data()};
  for (LocalIndex row = 0; row < a.rows(); ++row)
    if (!kernel(a.block_size, row, matrix, view, {slot.data(), blocks.data(), scratch.data()}, {}))
      ++f.failures;
  for (const LocalIndex s : slot) EXPECT_EQ(s, -1);
  return f;
}

template <class Value>
void expect_bits_of_reference(const BlockMatrix& a, const IluPlan& plan, int failures) {
  const auto kernel = factors<Value>(a, plan, factor_row<Value>);
  const auto reference = factors<Value>(a, plan, factor_row_reference<Value>);
  EXPECT_EQ(kernel.lower, reference.lower);
  EXPECT_EQ(kernel.upper, reference.upper);
  EXPECT_EQ(kernel.failures, failures);
  EXPECT_EQ(reference.failures, failures);
}

TEST(FactorRow, gives_the_bits_of_the_reference) {
  for (int block_size : {1, 2, 3, 4, 5, 7})
    for (int levels : {0, 1, 2})
      for (bool reordered : {false, true}) {
        const BlockMatrix a = testing::box_matrix(5, 4, 3, block_size, 20);
        const auto order = reordered ? testing::Random(5).permutation(a.rows()) : std::vector<LocalIndex>{};
        const auto plan = make_ilu_plan(a.sparsity(), block_size, order, {.levels = levels});
        expect_bits_of_reference<double>(a, *plan, 0);
        expect_bits_of_reference<float>(a, *plan, 0);
      }
}

TEST(FactorRow, makes_a_row_with_a_value_that_is_not_finite_that_of_the_identity) {
  for (int block_size : {1, 3, 4, 5}) {
    BlockMatrix a = testing::box_matrix(5, 4, 3, block_size);
    const std::size_t entries = static_cast<std::size_t>(block_size) * block_size;
    a.values[a.offsets[20] * entries] = std::numeric_limits<double>::quiet_NaN();
    const auto plan = make_ilu_plan(a.sparsity(), block_size, {}, {});
    expect_bits_of_reference<double>(a, *plan, 1);
    expect_bits_of_reference<float>(a, *plan, 1);
    a.values[a.offsets[20] * entries] = 1e42;
    expect_bits_of_reference<double>(a, *plan, 0);
    expect_bits_of_reference<float>(a, *plan, 1);
  }
}

TEST(FactorRow, of_a_small_matrix_by_hand) {
  // [2 1; 4 5]: L = 4/2 = 2, second pivot 5 - 2*1 = 3.
  BlockMatrix a;
  a.offsets = {0, 2, 4};
  a.columns = {0, 1, 0, 1};
  a.values = {2, 1, 4, 5};
  const auto plan = make_ilu_plan(a.sparsity(), 1, {}, {});
  const auto f = factors<double>(a, *plan, factor_row<double>);
  EXPECT_EQ(f.lower, (std::vector<double>{2}));
  EXPECT_EQ(f.upper,
            (std::vector<double>{1.0 / 3.0, 0.5, 1}));  // stored from the last row up, pivots inverted
}

}  // namespace
}  // namespace trireme::ilu
