// SPDX-License-Identifier: Apache-2.0
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "solvers/comm/core_sharing.hpp"

#include <sched.h>

#include <gtest/gtest.h>

#include "solvers/comm/gather.hpp"
#include "solvers/threads/affinity_report.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

TEST(CoreSharing, TellsTheThreadsLayerAndSeesDisjointMasks) {
  const auto comm = test::world();
  const threads::ThreadCountScope one(1);
  cpu_set_t before, mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const auto cpus = threads::allowed_cpus();

  // One core a rank, dealt round-robin: as many ranks share a core as were dealt it.
  CPU_ZERO(&mine);
  const auto own = static_cast<std::size_t>(comm.rank()) % cpus.size();
  CPU_SET(static_cast<std::size_t>(cpus[own]), &mine);
  ASSERT_EQ(sched_setaffinity(0, sizeof(mine), &mine), 0);
  int expected = 0;
  for (int rank = 0; rank < comm.size(); ++rank)
    expected += static_cast<std::size_t>(rank) % cpus.size() == own;
  EXPECT_EQ(share_cores(comm), expected);
  EXPECT_EQ(threads::ranks_sharing_cores(), expected);

  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  comm.barrier();
  EXPECT_GE(share_cores(comm), expected);
}

// Masks as the kernel has them, gathered past the threads layer. Launchers that bind give each rank a core of
// its own, others give all ranks all cores: both are compared with what the kernel says.
TEST(CoreSharing, CountsTheRanksWhoseMasksOverlap) {
  const auto comm = test::world();
  const threads::ThreadCountScope one(1);
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const auto expect_sharing_as_masked = [&] {
    cpu_set_t mine;
    ASSERT_EQ(sched_getaffinity(0, sizeof(mine), &mine), 0);
    int expected = 0;
    for (const cpu_set_t& other : all_gather_value(comm, mine)) {
      cpu_set_t both;
      CPU_AND(&both, &mine, &other);
      expected += CPU_COUNT(&both) > 0;
    }
    EXPECT_EQ(share_cores(comm), expected);
  };
  expect_sharing_as_masked();

  // Every other rank keeps its first core only.
  if (comm.rank() % 2 == 1) {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(static_cast<std::size_t>(threads::allowed_cpus().front()), &first);
    ASSERT_EQ(sched_setaffinity(0, sizeof(first), &first), 0);
  }
  expect_sharing_as_masked();
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  share_cores(comm);
}

}  // namespace
}  // namespace trireme::comm
