// SPDX-License-Identifier: Apache-2.0
// Which rows form runs, and that none is made where it would change what a sweep may do.
#include "amg/cycle/stencil_runs.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "amg/cycle/packed_matrix.hpp"
#include "amg/kernels/packed_product.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

struct Sample {
  explicit Sample(testing::Rows all, BlockRule rule = {.most_blocks = 1})
      : rows(std::move(all)),
        partition(testing::partition_of(static_cast<GlobalIndex>(rows.size()), comm)),
        matrix(testing::dealt(rows, partition, partition, comm)),
        order(make_row_order(matrix.view(), {}, rule)) {}

  StencilRuns<double> runs() const {
    return {matrix.view(), order, std::vector<LocalIndex>{0, order.n_blocks()}, 1};
  }

  comm::Communicator comm = comm::Communicator::self();
  testing::Rows rows;
  std::shared_ptr<const Partition> partition;
  DistributedMatrix matrix;
  RowOrder order;
};

TEST(StencilRuns, hold_every_entry_of_their_rows_once_and_zeros_elsewhere) {
  const Sample s(testing::laplace_rows(24, 6, 5, 3.0));
  ASSERT_TRUE(s.order.is_original);
  const auto runs = s.runs();
  EXPECT_GT(runs.n_runs() * run_rows, static_cast<int>(s.rows.size()) / 2);
  const auto view = runs.view();
  for (LocalIndex k = 0; k < runs.n_runs(); ++k) {
    const StencilRun& run = view.runs[k];
    for (LocalIndex lane = 0; lane < run_rows; ++lane) {
      testing::Row found;
      for (const bool lower : {true, false}) {
        const auto& side = lower ? view.lower : view.upper;
        LocalIndex at = lower ? run.lower : run.upper;
        for (LocalIndex d = side.shape_begin[run.shape]; d < side.shape_begin[run.shape + 1]; ++d, ++at) {
          EXPECT_EQ(side.distances[d] < 0, lower);
          EXPECT_EQ(std::abs(side.distances[d]) < run_rows,
                    d >= side.near_begin[run.shape] && d < side.near_end[run.shape]);
          if (const double value = side.values[at * run_rows + lane]; value != 0)
            found[run.row + lane + side.distances[d]] = value;
        }
      }
      testing::Row expected = s.rows[static_cast<std::size_t>(run.row + lane)];
      expected.erase(run.row + lane);
      EXPECT_EQ(found, expected) << run.row + lane;
    }
  }
}

TEST(StencilRuns, are_not_made_of_rows_that_depend_strongly_on_one_another) {
  // Along x the couplings are a hundred times those across.
  testing::Rows rows = testing::laplace_rows(24, 6, 5);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto& [column, value] : rows[i]) {
      const auto distance = std::abs(column - static_cast<GlobalIndex>(i));
      if (distance == 1) value *= 100;
      if (distance == 0) value += 2 * 99;
    }
  const Sample s(rows);
  EXPECT_FALSE(s.order.is_original);
  EXPECT_EQ(s.runs().n_runs(), 0);
}

TEST(StencilRuns, are_not_made_of_irregular_rows) {
  testing::Rows rows(400);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i][static_cast<GlobalIndex>(i)] = 10;
    for (int k = 0; k < 6; ++k)
      rows[i][static_cast<GlobalIndex>((i * 131 + k * k * 37 + i * i % 91) % 400)] -= 1;
  }
  EXPECT_FALSE(Sample(rows).order.is_original);
}

TEST(StencilRuns, tell_rows_of_the_block_from_others) {
  // Borders that cut lines at all places.
  const Sample s(testing::laplace_rows(21, 10, 6), {.most_blocks = 11, .block_nonzeros = 50});
  ASSERT_TRUE(s.order.is_original);
  const auto runs = s.runs();
  const auto view = runs.view();
  EXPECT_GT(runs.n_runs(), 0);
  LocalIndex outer_entries = 0;
  for (LocalIndex b = 0; b < s.order.n_blocks(); ++b) {
    const LocalIndex begin = s.order.block_rows[b], end = s.order.block_rows[b + 1];
    for (LocalIndex k = view.block_begin[b]; k < view.block_begin[b + 1]; ++k) {
      const StencilRun& run = view.runs[k];
      for (const auto* side : {&view.lower, &view.upper})
        for (LocalIndex d = side->shape_begin[run.shape]; d < side->shape_begin[run.shape + 1]; ++d) {
          EXPECT_GE(run.row + side->distances[d], begin);
          EXPECT_LT(run.row + run_rows - 1 + side->distances[d], end);
        }
      LocalIndex at = run.outer;
      for (LocalIndex d = view.outer.shape_begin[run.shape]; d < view.outer.shape_begin[run.shape + 1];
           ++d, ++at)
        for (LocalIndex lane = 0; lane < run_rows; ++lane) {
          const LocalIndex column = run.row + lane + view.outer.distances[d];
          if (view.outer.values[at * run_rows + lane] == 0) continue;
          EXPECT_TRUE(column < begin || column >= end) << run.row + lane << ", " << column;
          ++outer_entries;
        }
    }
  }
  EXPECT_GT(outer_entries, 0);
}

TEST(StencilRuns, are_the_same_for_columns_in_any_order) {
  Sample s(testing::laplace_rows(24, 6, 5, 3.0));
  const auto sorted = s.runs();
  for (LocalIndex row = 0; row < s.matrix.view().n_rows(); ++row) {
    const auto begin = s.matrix.diagonal.offsets[row], end = s.matrix.diagonal.offsets[row + 1];
    std::reverse(s.matrix.diagonal.columns.begin() + begin, s.matrix.diagonal.columns.begin() + end);
    std::reverse(s.matrix.diagonal.values.begin() + begin, s.matrix.diagonal.values.begin() + end);
  }
  const auto reversed = s.runs();
  ASSERT_EQ(sorted.n_runs(), reversed.n_runs());
  EXPECT_EQ(sorted.bytes(), reversed.bytes());
  for (LocalIndex k = 0; k < sorted.n_runs(); ++k)
    for (int v = 0; v < run_rows; ++v)
      EXPECT_EQ(sorted.view().lower.values[sorted.view().runs[k].lower * run_rows + v],
                reversed.view().lower.values[reversed.view().runs[k].lower * run_rows + v]);
}

// Of every row of a packed matrix: its product with a vector, and how much room the matrix takes.
std::pair<std::vector<double>, std::size_t> seen(const PackedMatrix<double>& packed) {
  std::vector<double> x(static_cast<std::size_t>(packed.n_rows())), y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<double>(i));
  multiply(packed.view(), packed.shares(1), x.data(), y.data());
  return {y, packed.bytes()};
}

TEST(StencilRuns, are_refilled_in_place_or_found_anew) {
  Sample s(testing::laplace_rows(24, 6, 5, 3.0));
  ASSERT_TRUE(s.order.is_original);
  const auto original = s.matrix.diagonal.values;
  PackedMatrix<double> packed(s.matrix.view(), s.order, 1);
  const std::vector<LocalIndex> shares{0, s.order.n_blocks()};
  const auto &offsets = s.matrix.diagonal.offsets, &columns = s.matrix.diagonal.columns;
  auto& values = s.matrix.diagonal.values;

  // Scaled from both sides: the same rows form runs.
  const auto factor = [](LocalIndex i) { return 1 + 0.01 * static_cast<double>(i % 7); };
  for (LocalIndex row = 0; row < s.matrix.view().n_rows(); ++row)
    for (LocalIndex e = offsets[row]; e < offsets[row + 1]; ++e)
      values[e] *= factor(row) * factor(columns[e]);
  EXPECT_TRUE(s.runs().refill(s.matrix.view(), s.order, shares, 1));
  packed.refill(s.matrix.view(), s.order, 1);
  EXPECT_EQ(seen(packed), seen({s.matrix.view(), s.order, 1}));

  // A weak diagonal ends a run, and a strong one lets it begin again.
  values = original;
  auto runs = s.runs();
  const LocalIndex row = runs.view().runs[runs.n_runs() / 2].row;
  for (LocalIndex e = offsets[row]; e < offsets[row + 1]; ++e)
    if (columns[e] == row) values[e] *= 0.1;
  const auto without = s.runs();
  ASSERT_LT(without.n_runs(), runs.n_runs());
  EXPECT_FALSE(runs.refill(s.matrix.view(), s.order, shares, 1));
  packed.refill(s.matrix.view(), s.order, 1);
  EXPECT_EQ(seen(packed), seen({s.matrix.view(), s.order, 1}));
  values = original;
  packed.refill(s.matrix.view(), s.order, 1);
  EXPECT_EQ(seen(packed), seen({s.matrix.view(), s.order, 1}));
}

}  // namespace
}  // namespace trireme::amg
