// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/halo_channel.hpp"

#include <gtest/gtest.h>

#include "solvers/comm/collective_guard.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

TEST(HaloChannel, FinishesAnExchangeThatWasAbandoned) {
  const auto comm = test::world();
  const auto offsets = test::uneven_offsets(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const auto plan = std::make_shared<const ExchangePlan>(
      build_exchange_plan(comm, offsets[rank], static_cast<LocalIndex>(offsets[rank + 1] - offsets[rank]),
                          test::scattered_ghosts(offsets, comm.rank())));
  for (int repeat = 0; repeat < 10; ++repeat) {
    HaloChannel channel(comm, plan, 8);
    channel.start_forward();
    EXPECT_TRUE(channel.in_flight());
    if (repeat % 2 == 0) channel.finish();
    EXPECT_EQ(channel.in_flight(), repeat % 2 == 1);
  }
}

TEST(HaloChannel, CountsOnlyWhatArrived) {
  const auto comm = test::world();
  const auto plan = std::make_shared<const ExchangePlan>(build_exchange_plan(comm, comm.rank(), 1, {}));
  HaloChannel channel(comm, plan, 8);
  channel.start_forward();
  channel.finish();
  channel.finish();
  EXPECT_EQ(channel.received().messages, 0);
  EXPECT_EQ(channel.received().bytes, 0);
}

// A chain in which every rank needs the entry of the one before it.
std::shared_ptr<const ExchangePlan> chain(const Communicator& comm) {
  std::vector<GlobalIndex> ghosts;
  if (comm.rank() > 0) ghosts.push_back(comm.rank() - 1);
  return std::make_shared<const ExchangePlan>(build_exchange_plan(comm, comm.rank(), 1, ghosts));
}

TEST(HaloChannel, OneRankThatFailsStopsAll) {
  const auto comm = test::world();
  const auto plan = chain(comm);
  for (int culprit = 0; culprit < comm.size(); ++culprit)
    EXPECT_THROW(HaloChannel(comm, plan, comm.rank() == culprit ? std::size_t{1} << 31 : 8), AgreedError);
  // What the others had set up is gone, and tags still agree.
  HaloChannel channel(comm, plan, 8);
  if (comm.rank() + 1 < comm.size()) channel.interface_buffer()[0] = std::byte{7};
  channel.start_forward();
  channel.finish();
  if (comm.rank() > 0) {
    EXPECT_EQ(channel.ghost_buffer()[0], std::byte{7});
    EXPECT_EQ(channel.received().bytes, 8);
  }
}

}  // namespace
}  // namespace trireme::comm
