// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/factor_pattern.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

using testing::BlockMatrix;
using testing::box_matrix;

// The definition, on a dense table of levels.
std::vector<std::vector<int>> dense_levels(const BlockMatrix& a, const Elimination& order) {
  const int n = a.rows();
  const int never = 1000000;
  std::vector<std::vector<int>> level(n, std::vector<int>(n, never));
  for (int i = 0; i < n; ++i) {
    const int old_row = order.natural() ? i : order.old_of_new[i];
    for (int e = a.offsets[old_row]; e < a.offsets[old_row + 1]; ++e)
      level[i][order.natural() ? a.columns[e] : order.new_of_old[a.columns[e]]] = 0;
    level[i][i] = 0;
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k)
      for (int j = k + 1; j < n; ++j) level[i][j] = std::min(level[i][j], level[i][k] + level[k][j] + 1);
  return level;
}

void expect_pattern_of_definition(const BlockMatrix& a, const std::vector<LocalIndex>& old_of_new,
                                  int levels) {
  const Elimination order = make_elimination(old_of_new, a.rows());
  const FactorPattern pattern = factor_pattern(a.sparsity(), order, levels);
  const auto level = dense_levels(a, order);
  ASSERT_EQ(pattern.rows(), a.rows());
  for (LocalIndex i = 0; i < a.rows(); ++i) {
    std::vector<LocalIndex> kept;
    for (LocalIndex j = 0; j < a.rows(); ++j)
      if (level[i][j] <= levels) kept.push_back(j);
    const std::vector<LocalIndex> row(pattern.columns.begin() + pattern.offsets[i],
                                      pattern.columns.begin() + pattern.offsets[i + 1]);
    ASSERT_EQ(row, kept) << "row " << i << ", levels " << levels;
    EXPECT_EQ(pattern.columns[pattern.diagonal[i]], i);
  }
}

TEST(FactorPattern, follows_the_definition_of_levels) {
  const BlockMatrix a = box_matrix(5, 4, 3, 1, 25);
  const auto order = testing::Random(3).permutation(a.rows());
  for (int levels : {0, 1, 2, 3, 60}) {
    expect_pattern_of_definition(a, {}, levels);
    expect_pattern_of_definition(a, order, levels);
  }
}

TEST(FactorPattern, adds_a_missing_diagonal_and_sorts_columns) {
  const std::vector<LocalIndex> offsets{0, 2, 3, 3}, columns{2, 1, 0};
  const FactorPattern pattern = factor_pattern({offsets, columns}, {}, 0);
  EXPECT_EQ(pattern.columns, (std::vector<LocalIndex>{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(pattern.diagonal, (std::vector<LocalIndex>{0, 4, 5}));
}

TEST(FactorPattern, of_an_empty_matrix_is_empty) {
  const std::vector<LocalIndex> offsets{0};
  for (int levels : {0, 1}) {
    const FactorPattern pattern = factor_pattern({offsets, {}}, {}, levels);
    EXPECT_EQ(pattern.rows(), 0);
    EXPECT_EQ(pattern.entries(), 0);
  }
}

TEST(FactorPattern, refuses_what_is_no_square_matrix_or_permutation) {
  const std::vector<LocalIndex> offsets{0, 1, 2}, outside{0, 2};
  EXPECT_THROW(factor_pattern({offsets, outside}, {}, 0), Error);
  const std::vector<LocalIndex> columns{0, 1};
  EXPECT_THROW(factor_pattern({offsets, columns}, {}, -1), Error);
  EXPECT_THROW(make_elimination({0, 0}, 2), Error);
  EXPECT_THROW(make_elimination({0, 2}, 2), Error);
  EXPECT_THROW(make_elimination({0}, 2), Error);
  EXPECT_THROW(make_elimination({1, 0, 2}, 2), Error);
}

TEST(Elimination, of_the_identity_is_natural) {
  std::vector<LocalIndex> identity(5);
  std::iota(identity.begin(), identity.end(), 0);
  EXPECT_TRUE(make_elimination(identity, 5).natural());
  const Elimination order = make_elimination({2, 0, 1}, 3);
  EXPECT_FALSE(order.natural());
  EXPECT_EQ(order.new_of_old, (std::vector<LocalIndex>{1, 2, 0}));
}

}  // namespace
}  // namespace trireme::ilu
