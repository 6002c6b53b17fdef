// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/solve_transposed.hpp"

#include <gtest/gtest.h>

#include "solvers/ilu/core/ilu_plan.hpp"
#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

template <class Value>
void expect_bits_of_reference(int bs) {
  const auto a = testing::box_matrix(6, 5, 3, bs, 30);
  const auto plan =
      make_ilu_plan(a.sparsity(), bs, {}, {.levels = 1, .threads = 3, .minimum_task_entries = 0});
  testing::Random random(bs);
  std::vector<Value> lower(plan->lower.entries() * bs * bs), upper(plan->upper.entries() * bs * bs);
  for (Value& v : lower) v = static_cast<Value>(0.3 * random.value());
  for (Value& v : upper) v = static_cast<Value>(0.3 * random.value());
  const auto b = random.vector(a.unknowns());
  auto y = b, reference = b;
  std::vector<double> scratch(bs);
  solve_transposed(bs, a.rows(), plan->lower.view(), lower.data(), plan->upper.view(), upper.data(), y.data(),
                   scratch.data());
  solve_transposed_reference(bs, a.rows(), plan->lower.view(), lower.data(), plan->upper.view(), upper.data(),
                             reference.data(), scratch.data());
  EXPECT_EQ(y, reference);
  EXPECT_NE(y, b);
}

TEST(SolveTransposed, gives_the_bits_of_the_reference) {
  for (int bs : {1, 2, 3, 4, 5, 7}) {
    expect_bits_of_reference<double>(bs);
    expect_bits_of_reference<float>(bs);
  }
}

}  // namespace
}  // namespace trireme::ilu
