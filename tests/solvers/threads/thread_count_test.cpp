// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/thread_count.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "solvers/threads/affinity_report.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::threads {
namespace {

TEST(ThreadCount, FollowsTheEnvironment) {
  const char* asked = std::getenv("OMP_NUM_THREADS");
  if (!asked) GTEST_SKIP() << "OMP_NUM_THREADS is not set";
  EXPECT_EQ(max_threads(), std::atoi(asked));
}

TEST(ThreadCount, ScopeRestoresWhatWasBefore) {
  const int before = max_threads();
  {
    const ThreadCountScope outer(5);
    EXPECT_EQ(max_threads(), 5);
    {
      const ThreadCountScope inner(3);
      EXPECT_EQ(max_threads(), 3);
    }
    EXPECT_EQ(max_threads(), 5);
  }
  EXPECT_EQ(max_threads(), before);
}

TEST(Oversubscribed, ComparesThreadsOfAllSharingRanksWithCores) {
  const int cores = allowed_cores();
  {
    const ThreadCountScope scope(cores);
    EXPECT_FALSE(oversubscribed());
    set_ranks_sharing_cores(2);
    EXPECT_EQ(ranks_sharing_cores(), 2);
    EXPECT_TRUE(oversubscribed());
    set_ranks_sharing_cores(1);
    EXPECT_FALSE(oversubscribed());
  }
  const ThreadCountScope scope(cores + 1);
  EXPECT_TRUE(oversubscribed());
}

TEST(Oversubscribed, AnswersInsideARegionToo) {
  const int cores = allowed_cores();
  for (const int threads : {cores, cores + 1}) {
    const ThreadCountScope scope(threads);
    const bool outside = oversubscribed();
    int differs = 0;
    parallel_region([&](int thread, int) {
      if (thread == 0 && oversubscribed() != outside) ++differs;
    });
    EXPECT_EQ(differs, 0);
    EXPECT_EQ(outside, threads > cores);
  }
}

TEST(Oversubscribed, TestsMayAssumeAnAnswer) {
  assume_oversubscription(Oversubscription::assume_yes);
  EXPECT_TRUE(oversubscribed());
  assume_oversubscription(Oversubscription::assume_no);
  {
    const ThreadCountScope scope(allowed_cores() + 1);
    EXPECT_FALSE(oversubscribed());
  }
  assume_oversubscription(Oversubscription::measured);
}

}  // namespace
}  // namespace trireme::threads
