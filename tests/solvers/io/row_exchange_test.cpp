// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/row_exchange.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"

namespace trireme::io {
namespace {

double value_of(GlobalIndex id, int c) {
  return 10.0 * static_cast<double>(id) + c;
}

class RowExchange : public ::testing::TestWithParam<GlobalIndex> {
 protected:
  // Ids dealt out from the last rank backwards, two at a time.
  std::vector<GlobalIndex> scattered_ids(GlobalIndex n) const {
    std::vector<GlobalIndex> ids;
    for (GlobalIndex id = n - 1; id >= 0; --id) {
      if ((id / 2) % world_.size() == world_.size() - 1 - world_.rank()) ids.push_back(id);
    }
    return ids;
  }
  static std::vector<double> values(const std::vector<GlobalIndex>& ids, int components) {
    std::vector<double> result;
    for (const GlobalIndex id : ids) {
      for (int c = 0; c < components; ++c) result.push_back(value_of(id, c));
    }
    return result;
  }
  comm::Communicator world_{MPI_COMM_WORLD};
};

TEST_P(RowExchange, ToBlocksAndBack) {
  const GlobalIndex n = GetParam();
  for (const int components : {1, 3}) {
    const auto ids = scattered_ids(n);
    const auto block = rows_to_blocks(world_, values(ids, components), components, ids, n);
    const RowBlock mine = row_block(n, world_.rank(), world_.size());
    ASSERT_EQ(static_cast<GlobalIndex>(block.size()), mine.count * components);
    for (GlobalIndex i = 0; i < mine.count; ++i) {
      for (int c = 0; c < components; ++c) EXPECT_EQ(block[i * components + c], value_of(mine.begin + i, c));
    }
    EXPECT_EQ(blocks_to_rows(world_, block, components, ids, n), values(ids, components));
    // Everything on every rank, as ghosts would.
    std::vector<GlobalIndex> all(static_cast<std::size_t>(n));
    for (GlobalIndex id = 0; id < n; ++id) all[static_cast<std::size_t>(id)] = n - 1 - id;
    EXPECT_EQ(blocks_to_rows(world_, block, components, all, n), values(all, components));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RowExchange, ::testing::Values(0, 1, 2, 3, 17, 1000));

TEST_F(RowExchange, BlocksCoverEverythingOnce) {
  for (const GlobalIndex n : {GlobalIndex{0}, GlobalIndex{1}, GlobalIndex{5}, GlobalIndex{3000000001}}) {
    for (const int size : {1, 2, 7, 64}) {
      GlobalIndex next = 0;
      for (int rank = 0; rank < size; ++rank) {
        const RowBlock block = row_block(n, rank, size);
        EXPECT_EQ(block.begin, next);
        next += block.count;
      }
      EXPECT_EQ(next, n);
    }
  }
}

TEST_F(RowExchange, MissingDoubleAndWrongIdsFailOnAllRanks) {
  const GlobalIndex n = 11;
  const auto ids = scattered_ids(n);
  auto expect_error = [&](std::vector<GlobalIndex> wrong) {
    const auto v = values(wrong, 1);
    EXPECT_THROW(rows_to_blocks(world_, v, 1, wrong, n), Error);
  };
  const auto changed = [&](auto&& change) {
    auto wrong = ids;
    if (!wrong.empty() && wrong.front() == n - 1) change(wrong);
    return wrong;
  };
  expect_error(changed([](auto& w) { w.erase(w.begin()); }));
  expect_error(changed([](auto& w) { w.push_back(w.front()); }));
  expect_error(changed([&](auto& w) { w.front() = n; }));
  expect_error(changed([](auto& w) { w.front() = -1; }));
}

}  // namespace
}  // namespace trireme::io
