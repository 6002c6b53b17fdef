// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "meshes/generate/onera_m6.hpp"
#include "meshes/quality/mesh_quality.hpp"

namespace trireme::mesh {
namespace {

TEST(OneraM6Large, IsValidAtAMillionVertices) {
  const comm::Communicator world(MPI_COMM_WORLD);
  OneraM6Options options;
  options.target_vertices = 1000000;
  const MeshQuality quality = measure_quality(world, generate_onera_m6(world, options));
  EXPECT_NEAR(static_cast<double>(quality.n_points), 1e6, 2e4);
  EXPECT_EQ(quality.inverted_cells, 0);
  EXPECT_GT(quality.smallest_dihedral, 0.1);
  EXPECT_LT(static_cast<double>(quality.cells_of_aspect.back()), 1e-3 * static_cast<double>(quality.n_cells));
}

}  // namespace
}  // namespace trireme::mesh
