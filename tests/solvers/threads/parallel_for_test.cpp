// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/parallel_for.hpp"

#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace trireme::threads {
namespace {

TEST(ThreadRange, SharesCoverTheRangeAndDifferByAtMostOne) {
  for (const int n : {0, 1, 3, 4, 5, 1000}) {
    for (const int threads : {1, 2, 4, 7}) {
      int end_before = 0, smallest = n, largest = 0;
      for (int t = 0; t < threads; ++t) {
        const auto range = thread_range(n, t, threads);
        EXPECT_EQ(range.begin, end_before);
        end_before = range.end;
        smallest = std::min(smallest, range.end - range.begin);
        largest = std::max(largest, range.end - range.begin);
      }
      EXPECT_EQ(end_before, n);
      EXPECT_LE(largest - smallest, 1);
    }
  }
}

TEST(ThreadRange, DoesNotOverflowNearTheLargestIndex) {
  constexpr auto n = std::numeric_limits<LocalIndex>::max();
  EXPECT_EQ(thread_range(n, 6, 7).end, n);
  EXPECT_EQ(thread_range(n, 5, 7).end, thread_range(n, 6, 7).begin);
}

TEST(ParallelFor, RunsEveryIndexOnce) {
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    std::vector<int> runs(1001, 0);
    parallel_for(LocalIndex{1001}, [&](LocalIndex i) { ++runs[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(runs, std::vector<int>(1001, 1));
  }
}

TEST(ParallelFor, EmptyRangesRunNothing) {
  std::atomic<int> runs{0};
  parallel_for(LocalIndex{0}, [&](LocalIndex) { ++runs; });
  parallel_for(LocalIndex{-3}, [&](LocalIndex) { ++runs; });
  parallel_for_range(std::size_t{0}, [&](std::size_t, std::size_t) { ++runs; });
  EXPECT_EQ(runs, 0);
}

TEST(ParallelFor, UsesTheThreadsAskedFor) {
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    std::mutex mutex;
    std::set<std::pair<int, int>> seen;
    parallel_region([&](int thread, int n_threads) {
      const std::lock_guard lock(mutex);
      seen.emplace(thread, n_threads);
    });
    ASSERT_EQ(static_cast<int>(seen.size()), threads);
    EXPECT_EQ(*seen.begin(), std::pair(0, threads));
    EXPECT_EQ(*seen.rbegin(), std::pair(threads - 1, threads));
  }
}

TEST(ParallelFor, FewerIndicesThanThreadsLeaveSomeIdle) {
  const ThreadCountScope scope(7);
  std::atomic<int> ranges{0};
  parallel_for_range(3, [&](int begin, int end) {
    EXPECT_EQ(end - begin, 1);
    ++ranges;
  });
  EXPECT_EQ(ranges, 3);
}

TEST(ParallelFor, NestedLoopsRunOnTheThreadThatMeetsThem) {
  const ThreadCountScope scope(4);
  std::vector<int> inner_threads(4, 0);
  std::vector<int> sums(4, 0);
  parallel_for(4, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    inner_threads[k] = max_threads();
    parallel_for(10, [&](int j) { sums[k] += j; });
  });
  EXPECT_EQ(inner_threads, std::vector<int>(4, 1));
  EXPECT_EQ(sums, std::vector<int>(4, 45));
}

TEST(ParallelFor, ThrowsTheExceptionOfTheLowestThread) {
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    std::vector<int> finished(100, 0);
    try {
      parallel_for(100, [&](int i) {
        if (i % 10 == 9) throw std::runtime_error("index " + std::to_string(i));
        finished[static_cast<std::size_t>(i)] = 1;
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "index 9");
    }
    EXPECT_EQ(finished[8], 1);
  }
}

TEST(ParallelFor, WorksAfterAnException) {
  EXPECT_THROW(parallel_for(8, [](int) { throw 1; }), int);
  std::atomic<int> sum{0};
  parallel_for(8, [&](int i) { sum += i; });
  EXPECT_EQ(sum, 28);
}

}  // namespace
}  // namespace trireme::threads
