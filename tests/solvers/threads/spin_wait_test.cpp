// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/spin_wait.hpp"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::threads {
namespace {

TEST(SpinWait, YieldsAfterAThousandPolls) {
  SpinWait wait;
  for (int poll = 0; poll < SpinWait::polls_before_yield; ++poll) {
    EXPECT_FALSE(wait.yields());
    wait.pause();
  }
  EXPECT_TRUE(wait.yields());
  wait.pause();
  EXPECT_TRUE(wait.yields());
}

// A chain through all threads, many times, with more threads than cores: ends only if waiting threads make
// room.
TEST(SpinWait, PassesValuesFromThreadToThread) {
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    const int rounds = 50;
    int plain = 0;
    std::atomic<int> turn{0};
    parallel_region([&](int thread, int n_threads) {
      for (int round = 0; round < rounds; ++round) {
        SpinWait wait;
        while (turn.load(std::memory_order_acquire) != round * n_threads + thread) wait.pause();
        ++plain;
        turn.fetch_add(1, std::memory_order_release);
      }
    });
    EXPECT_EQ(plain, rounds * threads);
  }
}

}  // namespace
}  // namespace trireme::threads
