// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/mpi_session.hpp"

#include <gtest/gtest.h>

namespace trireme::comm {
namespace {

TEST(MpiSession, LeavesARunningMpiRunning) {
  int argc = 0;
  char** argv = nullptr;
  {
    const MpiSession session(argc, argv);
    EXPECT_EQ(session.world().size(), Communicator(MPI_COMM_WORLD).size());
  }
  int finalized = 1;
  MPI_Finalized(&finalized);
  EXPECT_EQ(finalized, 0);
}

TEST(MpiSession, NamesTheLibraryInOneLine) {
  const std::string version = mpi_library_version();
  EXPECT_FALSE(version.empty());
  EXPECT_LE(version.size(), 60u);
  EXPECT_EQ(version.find('\n'), std::string::npos);
  EXPECT_NE(version.find("MPI"), std::string::npos) << version;
}

}  // namespace
}  // namespace trireme::comm
