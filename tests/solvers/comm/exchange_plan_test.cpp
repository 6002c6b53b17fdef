// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/exchange_plan.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

void expect_same(const ExchangePlan& a, const ExchangePlan& b) {
  EXPECT_EQ(a.n_owned(), b.n_owned());
  EXPECT_EQ(a.n_ghost(), b.n_ghost());
  EXPECT_EQ(a.messages(), b.messages());
  EXPECT_TRUE(std::ranges::equal(a.send_indices(), b.send_indices()));
  ASSERT_EQ(a.neighbours().size(), b.neighbours().size());
  for (std::size_t k = 0; k < a.neighbours().size(); ++k) {
    const Neighbour &x = a.neighbours()[k], &y = b.neighbours()[k];
    EXPECT_EQ(x.rank, y.rank);
    EXPECT_EQ(x.send_begin, y.send_begin);
    EXPECT_EQ(x.send_end, y.send_end);
    EXPECT_EQ(x.receive_begin, y.receive_begin);
    EXPECT_EQ(x.receive_end, y.receive_end);
  }
}

std::vector<std::vector<GlobalIndex>> all_ghosts(const std::vector<GlobalIndex>& offsets) {
  std::vector<std::vector<GlobalIndex>> ghosts;
  for (std::size_t part = 0; part + 1 < offsets.size(); ++part)
    ghosts.push_back(test::scattered_ghosts(offsets, static_cast<int>(part)));
  return ghosts;
}

TEST(ExchangePlan, BuiltTogetherEqualsBuiltInOneProcess) {
  const auto comm = test::world();
  const auto offsets = test::uneven_offsets(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const auto ghosts = all_ghosts(offsets);
  const auto plan = build_exchange_plan(
      comm, offsets[rank], static_cast<LocalIndex>(offsets[rank + 1] - offsets[rank]), ghosts[rank]);
  expect_same(plan, build_exchange_plans(offsets, ghosts)[rank]);
}

TEST(ExchangePlan, OfManyPartsMatchUp) {
  const auto offsets = test::uneven_offsets(64);
  const auto ghosts = all_ghosts(offsets);
  const auto plans = build_exchange_plans(offsets, ghosts);
  GlobalIndex sent = 0, received = 0, messages = 0, pairs = 0;
  for (std::size_t part = 0; part < plans.size(); ++part) {
    const auto& plan = plans[part];
    sent += plan.bytes_per_exchange(40);
    received += 40 * plan.n_ghost();
    messages += plan.messages();
    int rank_before = -1;
    for (const Neighbour& n : plan.neighbours()) {
      EXPECT_GT(n.rank, rank_before);
      rank_before = n.rank;
      EXPECT_NE(n.rank, static_cast<int>(part));
      pairs += n.receive_end > n.receive_begin;
      // What the neighbour sends here is what is expected here, id by id.
      const auto& other = plans[static_cast<std::size_t>(n.rank)];
      const auto back = std::ranges::find(other.neighbours(), static_cast<int>(part), &Neighbour::rank);
      ASSERT_NE(back, other.neighbours().end());
      ASSERT_EQ(back->send_end - back->send_begin, n.receive_end - n.receive_begin);
      for (LocalIndex k = 0; k < n.receive_end - n.receive_begin; ++k)
        EXPECT_EQ(offsets[static_cast<std::size_t>(n.rank)] +
                      other.send_indices()[static_cast<std::size_t>(back->send_begin + k)],
                  ghosts[part][static_cast<std::size_t>(n.receive_begin + k)]);
    }
  }
  EXPECT_GT(messages, 1000);
  EXPECT_EQ(sent, received);
  EXPECT_EQ(messages, pairs);
}

TEST(ExchangePlan, OnALineHasTwoNeighbours) {
  const auto plans = build_exchange_plans(std::vector<GlobalIndex>{0, 4, 8, 12}, {{4}, {3, 8}, {7}});
  EXPECT_EQ(plans[0].messages(), 1);
  EXPECT_EQ(plans[1].messages(), 2);
  EXPECT_EQ(plans[1].bytes_per_exchange(8), 16);
  EXPECT_TRUE(std::ranges::equal(plans[1].send_indices(), std::vector<LocalIndex>{0, 3}));
  EXPECT_EQ(plans[1].n_local(), 6);
}

TEST(ExchangePlan, OneWayNeighboursSendNoEmptyMessage) {
  const auto plans = build_exchange_plans(std::vector<GlobalIndex>{0, 2, 4}, {{}, {0, 1}});
  EXPECT_EQ(plans[0].messages(), 1);
  EXPECT_EQ(plans[1].messages(), 0);
  EXPECT_EQ(plans[1].neighbours().size(), 1u);
}

TEST(ExchangePlan, RefusesBadGhostsOnEveryRank) {
  const auto comm = test::world();
  const auto last = comm.rank() == comm.size() - 1;
  const GlobalIndex begin = 3 * comm.rank(), n = 3 * comm.size();
  // Only the last rank is wrong; all must hear of it.
  const auto refused = [&](const std::vector<GlobalIndex>& ghosts, GlobalIndex shift,
                           const std::string& expected) {
    try {
      build_exchange_plan(comm, begin + (last ? shift : 0), 3, last ? ghosts : std::vector<GlobalIndex>());
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
      return true;
    }
    return false;
  };
  EXPECT_TRUE(refused({n}, 0, "outside"));
  EXPECT_TRUE(refused({-1}, 0, "outside"));
  EXPECT_TRUE(refused({n - 1}, 0, "owned by the rank itself"));
  EXPECT_TRUE(refused({}, 1, "follow one another"));
  if (comm.size() > 1) {
    EXPECT_TRUE(refused({1, 0}, 0, "do not ascend"));
    EXPECT_TRUE(refused({1, 1}, 0, "do not ascend"));
  }
  EXPECT_EQ(all_sum(comm, 1), comm.size());
}

TEST(ExchangePlan, RefusesMismatchedParts) {
  EXPECT_THROW(build_exchange_plans(std::vector<GlobalIndex>{0, 2, 4}, {{}}), Error);
  EXPECT_THROW(build_exchange_plans(std::vector<GlobalIndex>{0, 4, 2}, {{}, {}}), Error);
  EXPECT_THROW(build_exchange_plans(std::vector<GlobalIndex>(), {}), Error);
}

}  // namespace
}  // namespace trireme::comm
