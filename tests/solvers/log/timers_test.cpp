// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/timers.hpp"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <petscsys.h>

namespace trireme::log {
namespace {

void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

TEST(Timers, CountsAndTimesScopes) {
  Timers timers;
  const auto event = timers.event("timers_test.work");
  EXPECT_EQ(timers.event("timers_test.work"), event);
  for (int i = 0; i < 3; ++i) {
    ScopedEvent scope(timers, event);
    sleep_ms(5);
  }
  EXPECT_EQ(timers.count(event), 3);
  EXPECT_GE(timers.seconds(event), 0.015);
}

TEST(Timers, AnEventInsideItselfCountsOnce) {
  Timers timers;
  const auto event = timers.event("timers_test.nested");
  {
    ScopedEvent outer(timers, event);
    ScopedEvent inner(timers, event);
    sleep_ms(2);
  }
  EXPECT_EQ(timers.count(event), 1);
}

TEST(Timers, EventsAndStagesAreKnownToPetsc) {
  Timers first, second;
  first.event("timers_test.petsc");
  second.event("timers_test.petsc");
  { ScopedStage stage(first, "timers_test stage"); }
  PetscLogEvent event = -1;
  PetscLogStage stage = -1;
  ASSERT_FALSE(PetscLogEventGetId("timers_test.petsc", &event));
  ASSERT_FALSE(PetscLogStageGetId("timers_test stage", &stage));
  EXPECT_GE(event, 0);
  EXPECT_GE(stage, 0);
}

TEST(Timers, SummaryHoldsTheSlowestRankAndEventsOfAnyRank) {
  const comm::Communicator world(MPI_COMM_WORLD);
  Timers timers;
  {
    ScopedEvent scope(timers, "all");
    sleep_ms(world.is_root() ? 40 : 1);
  }
  const int last = world.size() - 1;
  if (world.rank() == last) ScopedEvent scope(timers, "last only");
  const auto rows = timers.summary(world);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "all");
  EXPECT_EQ(rows[0].count, 1);
  EXPECT_GE(rows[0].seconds, 0.04);
  if (world.size() > 1) {
    EXPECT_GT(rows[0].imbalance, 1.2);
  }
  EXPECT_EQ(rows[1].name, "last only");
  EXPECT_EQ(rows[1].count, 1);
  const std::string table = timer_table(rows, 1.0);
  EXPECT_NE(table.find("last only"), std::string::npos);
}

TEST(Timers, NoEventsGiveAnEmptySummary) {
  Timers timers;
  EXPECT_TRUE(timers.summary(comm::Communicator(MPI_COMM_WORLD)).empty());
}

}  // namespace
}  // namespace trireme::log
