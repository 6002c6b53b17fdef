// SPDX-License-Identifier: Apache-2.0
// PT-Scotch where the PETSc in use has it (Debian's for Open MPI has), else the refusal.
#include "meshes/partition/petsc_partition.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/partition/partition_vertices.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

std::vector<GlobalIndex> sizes_of(const comm::Communicator& comm, const std::vector<int>& parts,
                                  int n_parts) {
  std::vector<GlobalIndex> sizes(static_cast<std::size_t>(n_parts), 0);
  for (const int part : comm::all_gather(comm, parts)) ++sizes.at(static_cast<std::size_t>(part));
  return sizes;
}

// All points on the last rank: the others have no rows.
DistributedMesh on_last_rank(const comm::Communicator& comm, const BoxOptions& options) {
  DistributedMesh mesh;
  if (comm.rank() == comm.size() - 1) mesh = generate_box(comm::Communicator::self(), options);
  return mesh;
}

TEST(PetscPartition, PtScotchBalancesAlsoWhereRanksHaveNoRows) {
  if (!petsc_has(Partitioner::ptscotch)) GTEST_SKIP() << "this PETSc has no PT-Scotch";
  const comm::Communicator comm(MPI_COMM_WORLD);
  const BoxOptions options{.nx = 9, .ny = 9, .nz = 9};
  for (const bool spread : {true, false}) {
    const DistributedMesh mesh = spread ? generate_box(comm, options) : on_last_rank(comm, options);
    const RangeDirectory points(comm, static_cast<GlobalIndex>(mesh.points.size()));
    const VertexGraph graph = build_vertex_graph(comm, points, cell_edge_list(mesh));
    for (const int n_parts : {2, 5}) {
      std::vector<std::string> notes;
      const auto parts = partition_vertices(comm, points, graph, n_parts, Partitioner::ptscotch, notes);
      ASSERT_EQ(parts.size(), mesh.points.size());
      const auto sizes = sizes_of(comm, parts, n_parts);
      const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
      // Weights are degrees, so numbers of vertices differ by more than the partitioner's tolerance.
      EXPECT_GT(*least, 0.75 * 1000 / n_parts) << comm.size() << " ranks, spread " << spread;
      EXPECT_LT(*most, 1.25 * 1000 / n_parts) << comm.size() << " ranks, spread " << spread;
    }
  }
}

TEST(PetscPartition, TinyGraphsGetAVertexForEveryPart) {
  if (!petsc_has(Partitioner::ptscotch)) GTEST_SKIP() << "this PETSc has no PT-Scotch";
  const comm::Communicator comm(MPI_COMM_WORLD);
  const DistributedMesh mesh = generate_box(comm, {.nx = 1, .ny = 1, .nz = 1});
  const RangeDirectory points(comm, static_cast<GlobalIndex>(mesh.points.size()));
  const VertexGraph graph = build_vertex_graph(comm, points, cell_edge_list(mesh));
  std::vector<std::string> notes;
  const auto parts = partition_vertices(comm, points, graph, 8, Partitioner::ptscotch, notes);
  EXPECT_EQ(sizes_of(comm, parts, 8), std::vector<GlobalIndex>(8, 1));
}

TEST(PetscPartition, APartitionerThatPetscLacksIsAnErrorOnAllRanks) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  int lacking = 0;
  for (const Partitioner partitioner : {Partitioner::parmetis, Partitioner::ptscotch}) {
    if (petsc_has(partitioner)) continue;
    ++lacking;
    try {
      petsc_partition(comm, VertexGraph{}, 2, partitioner);
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find("mesh.partitioner is p"), std::string::npos) << error.what();
    }
  }
  if (lacking == 0) GTEST_SKIP() << "this PETSc has both";
}

TEST(PetscPartition, GraphsBeyondPetscsIntegersAreRefused) {
  check_petsc_index(2147483647, 2147483647);
  try {
    check_petsc_index(2147483648, 2147483647);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("64-bit"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trireme::mesh
