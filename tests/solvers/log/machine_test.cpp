// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/machine.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/threads/thread_count.hpp"

namespace trireme::log {
namespace {

TEST(Machine, KnowsTheNode) {
  const Machine machine = this_machine();
  EXPECT_FALSE(machine.hostname.empty());
  EXPECT_GE(machine.logical_cpus, 1);
  EXPECT_GT(machine.memory_gib, 0);
}

TEST(Machine, ListsEveryRankAndThread) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const auto places = rank_places(world);
  if (!world.is_root()) {
    EXPECT_TRUE(places.empty());
    return;
  }
  ASSERT_EQ(places.size(), static_cast<std::size_t>(world.size()));
  for (int rank = 0; rank < world.size(); ++rank) {
    const auto& place = places[static_cast<std::size_t>(rank)];
    EXPECT_EQ(place.rank, rank);
    EXPECT_EQ(place.hostname, this_machine().hostname);
    EXPECT_EQ(place.cpus.size(), static_cast<std::size_t>(threads::max_threads()));
    EXPECT_GE(place.allowed_cores, 1);
  }
  const std::string table = rank_table(places);
  EXPECT_EQ(static_cast<int>(std::count(table.begin(), table.end(), '\n')), world.size());
}

}  // namespace
}  // namespace trireme::log
