// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "meshes/generate/onera_m6.hpp"
#include "tests/meshes/generate/mesh_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

TEST(OneraM6Ranks, IsTheSameMeshForEveryRankCount) {
  const Communicator world(MPI_COMM_WORLD);
  for (const GlobalIndex target : {500, 3000, 20000}) {
    OneraM6Options options;
    options.target_vertices = target;
    EXPECT_TRUE(testing::is_part_of(generate_onera_m6(world, options),
                                    generate_onera_m6(Communicator::self(), options)))
        << target;
  }
}

}  // namespace
}  // namespace trireme::mesh
