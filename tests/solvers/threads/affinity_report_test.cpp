// SPDX-License-Identifier: Apache-2.0
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "solvers/threads/affinity_report.hpp"

#include <algorithm>
#include <sched.h>

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"

namespace trireme::threads {
namespace {

TEST(AffinityReport, PlacesEveryThreadOnAnAllowedCpu) {
  const ThreadCountScope scope(3);
  const auto places = thread_places();
  const auto allowed = allowed_cpus();
  ASSERT_EQ(places.size(), 3u);
  for (int thread = 0; thread < 3; ++thread) {
    const auto& place = places[static_cast<std::size_t>(thread)];
    EXPECT_EQ(place.thread, thread);
    EXPECT_TRUE(std::binary_search(allowed.begin(), allowed.end(), place.cpu)) << place.cpu;
  }
}

TEST(AffinityReport, AllowedCoresFollowTheMaskOfTheProcess) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const auto all = allowed_cpus();
  EXPECT_EQ(static_cast<int>(all.size()), allowed_cores());
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(all.back()), &one);
  const ThreadCountScope scope(1);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(allowed_cpus(), std::vector<int>{all.back()});
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}

}  // namespace
}  // namespace trireme::threads
