// SPDX-License-Identifier: Apache-2.0
// Coarse levels on fewer ranks: the same levels, elsewhere.
#include <gtest/gtest.h>

#include "amg/hierarchy/hierarchy_hash.hpp"
#include "amg/hierarchy/reusable_hierarchy.hpp"
#include "amg/matrix/regroup.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/hierarchy/expect_hierarchy.hpp"
#include "tests/amg/judged_hierarchy.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

using Offsets = std::vector<GlobalIndex>;

Offsets merged(const Offsets& offsets, GlobalIndex rows_per_rank) {
  const auto found = merged_partition(Partition{offsets, 0}, rows_per_rank);
  return found ? found->offsets : Offsets{};
}

TEST(MergedPartition, MergesRangesOfRanks) {
  EXPECT_EQ(merged({0, 10, 20, 30, 40}, 20), (Offsets{0, 20, 20, 40, 40}));
  EXPECT_EQ(merged({0, 10, 20, 30, 40}, 1000), (Offsets{0, 40, 40, 40, 40}));
  // Three ranks in two groups of two; ranks without rows count for nothing.
  EXPECT_EQ(merged({0, 0, 10, 10, 20, 30, 30}, 30), (Offsets{0, 0, 30, 30, 30, 30, 30}));
  EXPECT_EQ(merged({0, 0, 10, 20, 20, 30, 40, 50}, 25), (Offsets{0, 0, 20, 20, 20, 40, 40, 50}));
  // Not for less than every second rank.
  EXPECT_EQ(merged({0, 10, 20, 30}, 20), Offsets{});
  EXPECT_EQ(merged({0, 10, 20, 30, 40}, 10), Offsets{});
  EXPECT_EQ(merged({0, 10, 20, 30, 40}, 0), Offsets{});
  EXPECT_EQ(merged({0, 0, 40}, 1000), Offsets{});
  EXPECT_EQ(merged({0, 0, 0}, 1000), Offsets{});
}

int ranks_with_rows(const SetupLevel& level) {
  const auto& offsets = level.matrix.rows->offsets;
  int count = 0;
  for (std::size_t rank = 0; rank + 1 < offsets.size(); ++rank) count += offsets[rank + 1] > offsets[rank];
  return count;
}

void sort_columns(std::vector<test::Row>& rows) {
  for (auto& row : rows)
    std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
}

// Rows of a matrix on all ranks, whoever owns them: the same columns, values but for rounding.
void expect_same_rows(const MatrixView& a, const MatrixView& b) {
  auto rows_a = test::gather_rows(a), rows_b = test::gather_rows(b);
  sort_columns(rows_a);
  sort_columns(rows_b);
  ASSERT_EQ(rows_a.size(), rows_b.size());
  double largest = 0, error = 0;
  for (std::size_t row = 0; row < rows_a.size(); ++row) {
    ASSERT_EQ(rows_a[row].size(), rows_b[row].size());
    for (std::size_t k = 0; k < rows_a[row].size(); ++k) {
      ASSERT_EQ(rows_a[row][k].column, rows_b[row][k].column);
      largest = std::max(largest, std::fabs(rows_a[row][k].value));
      error = std::max(error, std::fabs(rows_a[row][k].value - rows_b[row][k].value));
    }
  }
  EXPECT_LE(error, 1e-12 * largest);
}

struct Kind {
  const char* name;
  SetupOptions options;
  NodeSpace node = {};
};

std::vector<Kind> kinds(const Partition& partition) {
  SetupOptions options;
  options.coarse_size = 8;
  options.max_row_sum = 1;
  options.reuse = Reuse::structure;
  std::vector<Kind> all{{"classical", options}};
  all.push_back({"aggregation", options});
  all.back().options.family = Family::aggregation;
  if (partition.offsets.size() > 3) return all;
  all.push_back({"functions", options});
  all.back().options.reuse = Reuse::interpolation;
  auto& functions = all.back().node.functions.emplace();
  for (GlobalIndex row = partition.begin(); row < partition.end(); ++row)
    functions.push_back(static_cast<LocalIndex>(row % 3 == 1));
  return all;
}

TEST(GatheredLevels, AreTheSameLevelsOnFewerRanks) {
  const GlobalIndex n = 9 * 8 * 9;
  const auto matrix = test::make_square(n, test::laplacian(9, 8, 9, test::Stencil::star));
  for (const auto& [name, options, node] : kinds(*matrix.rows)) {
    SCOPED_TRACE(name);
    auto spread = options, gathered = options;
    spread.process_eq_limit = 0;
    gathered.process_eq_limit = 1000;
    const auto as_it_lies = build_hierarchy(matrix.view(), spread, node);
    const auto on_one = build_hierarchy(matrix.view(), gathered, node);
    ASSERT_EQ(as_it_lies.levels.size(), on_one.levels.size());
    ASSERT_GT(on_one.levels.size(), 2u);
    for (std::size_t l = 0; l < on_one.levels.size(); ++l) {
      if (l > 0) {
        EXPECT_EQ(ranks_with_rows(on_one.levels[l]), 1);
      }
      expect_same_rows(as_it_lies.levels[l].matrix, on_one.levels[l].matrix);
      if (l + 1 == on_one.levels.size()) continue;
      expect_same_rows(as_it_lies.levels[l].interpolation.view(), on_one.levels[l].interpolation.view());
      test::expect_galerkin(on_one.levels[l], on_one.levels[l + 1], name);
      test::expect_transposed(on_one.levels[l], name);
    }
    EXPECT_NEAR(test::iterations(matrix.view(), *make_multigrid(as_it_lies, {})),
                test::iterations(matrix.view(), *make_multigrid(on_one, {})), 1);
  }
}

TEST(GatheredLevels, AreRefilledWhereTheyAre) {
  const GlobalIndex n = 9 * 8 * 9;
  const auto rows = test::laplacian(9, 8, 9, test::Stencil::box);
  const auto matrix = test::make_square(n, rows),
             doubled = test::make_square(n, [&](GlobalIndex id) {
               auto row = rows(id);
               for (auto& entry : row) entry.value *= 1 + 0.01 * static_cast<double>((id + entry.column) % 5);
               return row;
             });
  for (const auto& [name, options, node] : kinds(*matrix.rows)) {
    SCOPED_TRACE(name);
    auto gathered = options;
    gathered.process_eq_limit = 1000;
    ReusableHierarchy hierarchy(gathered);
    hierarchy.build(matrix.view(), node);
    const SetupHierarchy built = hierarchy.hierarchy();
    ASSERT_TRUE(hierarchy.refill(doubled.view(), node));
    const auto& levels = hierarchy.hierarchy().levels;
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      test::expect_galerkin(levels[l], levels[l + 1], name);
      test::expect_transposed(levels[l], name);
      EXPECT_EQ(ranks_with_rows(levels[l + 1]), 1);
    }
    ASSERT_TRUE(hierarchy.refill(matrix.view(), node));
    EXPECT_TRUE(test::same_bits(built, hierarchy.hierarchy()));
  }
}

TEST(GatheredLevels, HaveTheSameBitsForAnyThreadCount) {
  const auto matrix = test::make_square(648, test::laplacian(9, 8, 9, test::Stencil::box));
  SetupOptions options;
  options.coarse_size = 8;
  options.process_eq_limit = 20;
  const auto threaded = hierarchy_hash(build_hierarchy(matrix.view(), options));
  const threads::ThreadCountScope one(1);
  EXPECT_EQ(threaded, hierarchy_hash(build_hierarchy(matrix.view(), options)));
}

TEST(GatheredLevels, LeaveThePreconditionerSymmetric) {
  const auto matrix = test::make_square(648, test::laplacian(9, 8, 9, test::Stencil::box));
  SetupOptions options;
  options.coarse_size = 8;
  options.process_eq_limit = 60;
  const auto multigrid = make_multigrid(build_hierarchy(matrix.view(), options), {});
  const auto n = static_cast<std::size_t>(matrix.rows->n_owned());
  std::vector<double> u(n), v(n), mu(n), mv(n);
  for (std::size_t i = 0; i < n; ++i) {
    const GlobalIndex id = matrix.rows->begin() + static_cast<GlobalIndex>(i);
    u[i] = symmetric_hash(1, id, 0);
    v[i] = symmetric_hash(2, id, 0);
  }
  multigrid->apply(u, mu);
  multigrid->apply(v, mv);
  EXPECT_GT(test::dot(u, mu), 0);
  EXPECT_NEAR(test::dot(u, mv), test::dot(v, mu), 1e-12 * test::dot(u, mu));
}

}  // namespace
}  // namespace trireme::amg
