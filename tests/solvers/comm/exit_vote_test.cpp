// SPDX-License-Identifier: Apache-2.0
// What happens when a rank stays away can only be seen in a job that ends by it: program_test does.
#include "solvers/comm/exit_vote.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace trireme::comm {
namespace {

TEST(ExitVote, EveryRankSeesEveryVote) {
  const Communicator world(MPI_COMM_WORLD);
  // Ranks of limited and of unlimited patience vote together.
  const double patience = world.rank() % 2 == 0 ? 60 : std::numeric_limits<double>::infinity();
  const auto votes = gather_exit_votes(world, {10.0 - world.rank(), 0.5 * world.rank()}, patience);
  ASSERT_TRUE(votes.has_value());
  ASSERT_EQ(votes->size(), static_cast<std::size_t>(world.size()));
  for (int rank = 0; rank < world.size(); ++rank) {
    EXPECT_EQ((*votes)[static_cast<std::size_t>(rank)].exit_code, 10.0 - rank);
    EXPECT_EQ((*votes)[static_cast<std::size_t>(rank)].seconds, 0.5 * rank);
  }
}

}  // namespace
}  // namespace trireme::comm
