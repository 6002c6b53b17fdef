// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/alltoall.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

struct Message {
  int from, to, number;
  bool operator==(const Message&) const = default;
};

// An irregular pattern with zeros; rank 1 sends nothing.
GlobalIndex count_between(int from, int to) {
  return from == 1 ? 0 : (3 * from + 5 * to) % 7;
}

void expect_exchange(const Communicator& comm, PieceLimit limit) {
  std::vector<Message> send, expected;
  std::vector<GlobalIndex> send_counts, expected_counts;
  for (int other = 0; other < comm.size(); ++other) {
    send_counts.push_back(count_between(comm.rank(), other));
    expected_counts.push_back(count_between(other, comm.rank()));
    for (int k = 0; k < send_counts.back(); ++k) send.push_back({comm.rank(), other, k});
    for (int k = 0; k < expected_counts.back(); ++k) expected.push_back({other, comm.rank(), k});
  }
  const auto received = all_to_all_v(comm, send, send_counts, limit);
  EXPECT_EQ(received.values, expected);
  EXPECT_EQ(received.counts, expected_counts);
}

TEST(AllToAllV, GroupsByRankAndKeepsTheOrder) {
  expect_exchange(test::world(), {});
}

TEST(AllToAllV, InPiecesOfAnyLength) {
  for (const std::int64_t bytes : {1, 12, 24, 30, 36, 72}) expect_exchange(test::world(), PieceLimit{bytes});
}

TEST(AllToAllV, OfNothing) {
  const auto comm = test::world();
  const std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  const auto received = all_to_all_v(comm, std::span<const double>(), counts);
  EXPECT_TRUE(received.values.empty());
  EXPECT_EQ(received.counts, counts);
}

TEST(AllToAllV, OnlyToTheLastRank) {
  const auto comm = test::world();
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  counts.back() = 1000;
  const auto received = all_to_all_v(comm, std::vector<double>(1000, comm.rank()), counts);
  const bool last = comm.rank() == comm.size() - 1;
  ASSERT_EQ(received.values.size(), last ? 1000u * static_cast<std::size_t>(comm.size()) : 0u);
  for (std::size_t k = 0; k < received.values.size(); ++k)
    EXPECT_EQ(received.values[k], static_cast<double>(k / 1000));
}

TEST(AllToAll, TransposesEqualCounts) {
  const auto comm = test::world();
  std::vector<Message> send, expected;
  for (int other = 0; other < comm.size(); ++other)
    for (int k = 0; k < 3; ++k) {
      send.push_back({comm.rank(), other, k});
      expected.push_back({other, comm.rank(), k});
    }
  EXPECT_EQ(all_to_all(comm, std::span<const Message>(send)), expected);
  EXPECT_EQ(all_to_all(comm, std::span<const Message>(send), PieceLimit{12}), expected);
}

}  // namespace
}  // namespace trireme::comm
