// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/root_phase.hpp"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace trireme::comm {
namespace {

class RootPhase : public ::testing::Test {
 protected:
  Communicator world_{MPI_COMM_WORLD};
};

TEST_F(RootPhase, RunsOnTheRootOnly) {
  int runs = 0;
  run_on_root(world_, [&] { ++runs; });
  EXPECT_EQ(runs, world_.is_root() ? 1 : 0);
}

TEST_F(RootPhase, AllRanksThrowTheRootsError) {
  try {
    run_on_root(world_, [] { throw Error(ErrorKind::io, "no space"); });
    FAIL() << "must throw on every rank";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_STREQ(error.what(), "no space");
    EXPECT_EQ(error.voters(), world_.handle());
  }
}

TEST_F(RootPhase, ForeignExceptionsBecomeInternalErrors) {
  try {
    run_on_root(world_, [] { throw std::runtime_error("foreign"); });
    FAIL() << "must throw on every rank";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::internal);
    EXPECT_STREQ(error.what(), "foreign");
  }
}

}  // namespace
}  // namespace trireme::comm
