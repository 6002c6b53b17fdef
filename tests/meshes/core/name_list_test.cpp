// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/name_list.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

namespace trireme::mesh {
namespace {

TEST(NameList, NamesComeBackAlsoEmptyOnes) {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{}, {"wing"}, {"", "far field", ""}, {"a", "b"}}) {
    EXPECT_EQ(split_names(join_names(names)), names);
  }
}

TEST(NameList, EveryRankGetsTheRootsNames) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  const std::vector<std::string> expected{"wing", "", "far_field"};
  std::vector<std::string> names = comm.is_root() ? expected : std::vector<std::string>{"other"};
  broadcast_names(comm, names);
  EXPECT_EQ(names, expected);
}

}  // namespace
}  // namespace trireme::mesh
