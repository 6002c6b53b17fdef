// SPDX-License-Identifier: Apache-2.0
// What happens when METIS fails. This program brings its own METIS_PartGraphKway, which the linker prefers to
// the library's and which always fails.
#include <sstream>

#include <gtest/gtest.h>
#include <metis.h>
#include <mpi.h>

#include "meshes/partition/load_flow_mesh.hpp"
#include "meshes/partition/metis_partition.hpp"

extern "C" int METIS_PartGraphKway(idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, real_t*,
                                   real_t*, idx_t*, idx_t*, idx_t*) {
  return METIS_ERROR;
}

namespace trireme::mesh {
namespace {

TEST(MetisFailure, GivesContiguousPartsAndSaysSo) {
  const std::vector<GlobalIndex> offsets{0, 1, 3, 5, 7, 9, 10}, columns{1, 0, 2, 1, 3, 2, 4, 3, 5, 4};
  const MetisParts result = metis_partition(offsets, columns, 2);
  EXPECT_EQ(result.parts, (std::vector<int>{0, 0, 0, 1, 1, 1}));
  EXPECT_NE(result.failure.find("METIS failed"), std::string::npos) << result.failure;
}

TEST(MetisFailure, WarnsTheUser) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  std::ostringstream out;
  log::Logger log(comm, out);
  MeshOptions options;
  options.generator = GeneratorKind::box;
  options.target_vertices = 200;
  const FlowMesh mesh = load_flow_mesh(comm, options, log);
  EXPECT_GT(mesh.n_owned, 0);
  EXPECT_LT(mesh.closure_error, 1e-13);
  if (comm.is_root()) {
    EXPECT_NE(out.str().find("warning: METIS failed"), std::string::npos) << out.str();
  }
}

}  // namespace
}  // namespace trireme::mesh
