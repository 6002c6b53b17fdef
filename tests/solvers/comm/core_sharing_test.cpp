// SPDX-License-Identifier: Apache-2.0
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "solvers/comm/core_sharing.hpp"

#include <sched.h>

#include <gtest/gtest.h>

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

TEST(CoreSharing, RanksWithTheSameMaskShareIt) {
  const auto comm = test::world();
  const threads::ThreadCountScope one(1);
  cpu_set_t before, first;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&first);
  CPU_SET(static_cast<std::size_t>(threads::allowed_cpus().front()), &first);
  ASSERT_EQ(sched_setaffinity(0, sizeof(first), &first), 0);
  // Launchers that bind give each rank a core of its own.
  const int sharing = share_cores(comm);
  EXPECT_GE(sharing, 1);
  EXPECT_LE(sharing, comm.size());
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  share_cores(comm);
}

}  // namespace
}  // namespace trireme::comm
