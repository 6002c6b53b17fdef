// SPDX-License-Identifier: Apache-2.0
#include "solvers/program/stop_request.hpp"

#include <csignal>

#include <gtest/gtest.h>
#include <mpi.h>

namespace trireme::program {
namespace {

class StopRequestTest : public ::testing::Test {
 protected:
  const comm::Communicator& world() const { return world_; }

 private:
  comm::Communicator world_{MPI_COMM_WORLD};
};

TEST_F(StopRequestTest, IsFalseUntilAsked) {
  double now = 0;
  StopRequest stop([&now] { return now; });
  EXPECT_FALSE(stop.requested(world()));
  EXPECT_EQ(stop.reason(), "");
  now = 1e9;
  EXPECT_FALSE(stop.requested(world())) << "no budget was set";
}

TEST_F(StopRequestTest, OneRanksSignalStopsAllAndStays) {
  for (const int number : {SIGTERM, SIGUSR1}) {
    StopRequest stop([] { return 0.0; });
    EXPECT_FALSE(stop.requested(world()));
    if (world().rank() == world().size() - 1) std::raise(number);
    EXPECT_TRUE(stop.requested(world()));
    EXPECT_TRUE(stop.requested(world()));
    EXPECT_EQ(stop.reason(), "stop signal received");
  }
  StopRequest fresh([] { return 0.0; });
  EXPECT_FALSE(fresh.requested(world())) << "a later request starts anew";
}

TEST_F(StopRequestTest, TheRootsClockDecides) {
  double now = world().is_root() ? 0.0 : 1e9;
  StopRequest stop([&now] { return now; });
  stop.set_wall_clock_limit(5);
  EXPECT_FALSE(stop.requested(world()));
  now = world().is_root() ? 5.0 : 0.0;
  EXPECT_TRUE(stop.requested(world()));
  EXPECT_NE(stop.reason().find("5 s"), std::string::npos);
}

TEST_F(StopRequestTest, ASignalMayEndTheProcessAtOnce) {
  if (world().size() > 1) GTEST_SKIP() << "forks, which MPI programs of several ranks should not";
  EXPECT_EXIT(
      {
        StopRequest stop([] { return 0.0; }, StopSignal::ends_at_once);
        std::raise(SIGTERM);
      },
      ::testing::ExitedWithCode(6), "");
}

TEST_F(StopRequestTest, RestoresTheHandlers) {
  struct sigaction before {
  }, after{};
  sigaction(SIGUSR1, nullptr, &before);
  {
    StopRequest stop([] { return 0.0; });
  }
  sigaction(SIGUSR1, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

}  // namespace
}  // namespace trireme::program
