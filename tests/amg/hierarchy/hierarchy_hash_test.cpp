// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/hierarchy_hash.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/hierarchy/hierarchy_statistics.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

TEST(MatrixHash, KnowsNeitherLayoutNorOrderButEveryBitAndPlace) {
  const auto rows = test::laplacian(6, 5, 4, test::Stencil::box);
  auto matrix = test::make_square(120, rows);
  const auto hash = matrix_hash(matrix.view());
  EXPECT_EQ(hash, matrix_hash(test::make_square(120, rows, test::alone()).view()));
  EXPECT_EQ(hash, matrix_hash(test::make_square(120, test::shuffled(rows)).view()));
  EXPECT_NE(hash, matrix_hash(matrix.view(), 1));
  EXPECT_NE(hash, matrix_hash(test::make_square(120, test::laplacian(5, 6, 4, test::Stencil::box)).view()));
  if (matrix.rows->begin() == 0 && matrix.rows->end() > 0) {
    double& value = matrix.diagonal.values[0];
    value = std::nextafter(value, 1e300);
  }
  EXPECT_NE(hash, matrix_hash(matrix.view()));
}

TEST(HierarchyHash, IsTheSameForAnyThreadCount) {
  const auto matrix = test::make_square(800, test::laplacian(10, 8, 10, test::Stencil::star));
  SetupOptions options;
  options.coarse_size = 20;
  const auto hash = hierarchy_hash(build_hierarchy(matrix.view(), options));
  {
    const threads::ThreadCountScope one(1);
    EXPECT_EQ(hash, hierarchy_hash(build_hierarchy(matrix.view(), options)));
  }
  options.seed = 1;
  EXPECT_NE(hash, hierarchy_hash(build_hierarchy(matrix.view(), options)));
}

TEST(HierarchyStatistics, CountWhatIsThere) {
  const auto matrix = test::make_square(400, test::laplacian(20, 20, 1, test::Stencil::star, 0));
  SetupOptions options;
  options.coarse_size = 20;
  const auto hierarchy = build_hierarchy(matrix.view(), options);
  const auto found = collect_statistics(hierarchy);
  ASSERT_EQ(found.levels.size(), hierarchy.levels.size());
  const auto& finest = found.levels.front();
  EXPECT_EQ(finest.matrix.rows, 400);
  EXPECT_EQ(finest.matrix.nonzeros, 5 * 400 - 4 * 20);
  EXPECT_EQ(finest.matrix.min_entries, 3);
  EXPECT_EQ(finest.matrix.max_entries, 5);
  EXPECT_EQ(finest.isolated_points, 0);
  EXPECT_EQ(finest.coarse_points, found.levels[1].matrix.rows);
  EXPECT_NEAR(finest.interpolation.min_row_sum, 1, 1e-13);
  EXPECT_NEAR(finest.interpolation.max_row_sum, 1, 1e-13);
  EXPECT_LE(finest.interpolation.max_entries, 4);
  EXPECT_GT(finest.interpolation.min_weight, 0);
  EXPECT_LE(finest.interpolation.max_weight, 1 + 1e-13);
  double rows = 0, nonzeros = 0, all = 0;
  for (const auto& level : found.levels) {
    rows += static_cast<double>(level.matrix.rows);
    nonzeros += static_cast<double>(level.matrix.nonzeros);
    all += static_cast<double>(level.matrix.nonzeros + level.interpolation.nonzeros);
  }
  EXPECT_DOUBLE_EQ(found.grid_complexity, rows / 400);
  EXPECT_DOUBLE_EQ(found.operator_complexity, nonzeros / 1920);
  EXPECT_EQ(static_cast<double>(found.nonzeros_ap), all);
}

}  // namespace
}  // namespace trireme::amg
