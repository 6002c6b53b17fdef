// SPDX-License-Identifier: Apache-2.0
// Blocks of rows: their number, their size, coarse points first, and what threads take.
#include "amg/cycle/row_order.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

TEST(RowOrder, is_a_permutation_inside_blocks_with_coarse_points_first) {
  const auto comm = comm::Communicator::self();
  const auto rows = testing::laplace_rows(9, 8, 7);
  const auto partition = testing::partition_of(static_cast<GlobalIndex>(rows.size()), comm);
  const auto matrix = testing::dealt(rows, partition, partition, comm);
  const auto points = testing::split(rows);
  for (const int threads : {1, 4}) {
    const threads::ThreadCountScope scope(threads);
    const RowOrder order =
        make_row_order(matrix.view(), points, {.most_blocks = 6, .block_nonzeros = 500}, RunRule::never);
    ASSERT_EQ(order.n_blocks(), 6);
    ASSERT_EQ(order.n_rows(), static_cast<LocalIndex>(rows.size()));
    for (LocalIndex b = 0; b < order.n_blocks(); ++b) {
      bool fine_seen = false;
      LocalIndex before = -1;
      for (LocalIndex row = order.block_rows[b]; row < order.block_rows[b + 1]; ++row) {
        const LocalIndex old = order.old_of_new[row];
        EXPECT_EQ(order.new_of_old[old], row);
        EXPECT_GE(old, order.block_rows[b]);
        EXPECT_LT(old, order.block_rows[b + 1]);
        const bool fine = points[old] != PointType::coarse;
        if (fine && !fine_seen) before = -1;
        fine_seen = fine_seen || fine;
        EXPECT_EQ(fine, fine_seen);
        EXPECT_GT(old, before);
        before = old;
      }
    }
  }
}

// A matrix of n rows with `nonzeros` diagonal entries each, without any arrays of columns.
struct Sizes {
  Array<LocalIndex> offsets, no_ghosts;
  MatrixView view;
  Sizes(LocalIndex n, LocalIndex nonzeros) : offsets(n + 1), no_ghosts(n + 1, 0) {
    for (LocalIndex i = 0; i <= n; ++i) offsets[i] = nonzeros * i;
    view.diagonal.offsets = offsets;
    view.off_diagonal.offsets = no_ghosts;
  }
};

TEST(RowOrder, makes_as_many_blocks_as_are_worth_it) {
  EXPECT_EQ(make_row_order(Sizes(0, 0).view, {}, {}, RunRule::never).n_blocks(), 1);
  EXPECT_EQ(make_row_order(Sizes(1000, 7).view, {}, {}, RunRule::never).n_blocks(), 1);
  EXPECT_EQ(make_row_order(Sizes(10000, 7).view, {}, {}, RunRule::never).n_blocks(), 2);
  EXPECT_EQ(make_row_order(Sizes(300000, 7).view, {}, {}, RunRule::never).n_blocks(), 16);
  EXPECT_EQ(make_row_order(Sizes(300000, 7).view, {}, {.most_blocks = 3}, RunRule::never).n_blocks(), 5)
      << "a block may have no more than 65536 rows";
  for (const LocalIndex nonzeros : {0, 7}) {
    const auto order = make_row_order(Sizes(300000, nonzeros).view, {}, {.most_blocks = 1}, RunRule::never);
    for (LocalIndex b = 0; b < order.n_blocks(); ++b)
      EXPECT_LE(order.block_rows[b + 1] - order.block_rows[b], 65536);
  }
}

TEST(RowOrder, shares_blocks_by_weight) {
  const std::vector<GlobalIndex> weights{0, 10, 20, 30, 60};
  EXPECT_EQ(share_blocks(weights, 1), (std::vector<LocalIndex>{0, 4}));
  EXPECT_EQ(share_blocks(weights, 2), (std::vector<LocalIndex>{0, 3, 4}));
  EXPECT_EQ(share_blocks(weights, 9).size(), 5u);
}

}  // namespace
}  // namespace trireme::amg
