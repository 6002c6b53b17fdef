// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/halo_channel.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
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

}  // namespace
}  // namespace trireme::comm
