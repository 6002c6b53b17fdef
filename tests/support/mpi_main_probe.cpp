// SPDX-License-Identifier: Apache-2.0
// Fails on the last rank only. Its ctest entries expect that failure and the line that names the rank.
#include <gtest/gtest.h>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/mpi_session.hpp"

namespace {

TEST(MpiMain, FailsOnTheLastRankOnly) {
  int argc = 0;
  char** argv = nullptr;
  const trireme::comm::Communicator comm = trireme::comm::MpiSession(argc, argv).world();
  EXPECT_NE(comm.rank(), comm.size() - 1);
}

}  // namespace
