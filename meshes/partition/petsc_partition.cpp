// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <petscmat.h>

#include "meshes/partition/partition_vertices.hpp"
#include "solvers/base/error.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::mesh {
namespace {

#ifdef PETSC_HAVE_PARMETIS
constexpr bool have_parmetis = true;
#else
constexpr bool have_parmetis = false;
#endif
#ifdef PETSC_HAVE_PTSCOTCH
constexpr bool have_ptscotch = true;
#else
constexpr bool have_ptscotch = false;
#endif

// PETSc frees what it is given here, so the copies come from its allocator.
PetscInt* petsc_copy(const std::vector<GlobalIndex>& values) {
  PetscInt* copy = nullptr;
  petsc::check(PetscMalloc1(static_cast<PetscInt>(values.size()), &copy));
  std::copy(values.begin(), values.end(), copy);
  return copy;
}

}  // namespace

std::vector<int> petsc_partition(const comm::Communicator& comm, const VertexGraph& graph, int n_parts,
                                 Partitioner partitioner) {
  const bool parmetis = partitioner == Partitioner::parmetis;
  const char* name = parmetis ? "parmetis" : "ptscotch";
  if (!(parmetis ? have_parmetis : have_ptscotch)) {
    throw Error(ErrorKind::input, std::string("mesh.partitioner is ") + name + ", which is not available",
                "the PETSc in use was configured without it",
                std::string("set mesh.partitioner to metis, or use a PETSc with --download-") + name);
  }
  std::vector<GlobalIndex> weight(static_cast<std::size_t>(graph.n_rows()));
  for (std::size_t v = 0; v < weight.size(); ++v)
    weight[v] = graph.row_offsets[v + 1] - graph.row_offsets[v] + 1;

  Mat adjacency = nullptr;
  MatPartitioning partitioning = nullptr;
  IS assignment = nullptr;
  petsc::check(MatCreateMPIAdj(comm.handle(), static_cast<PetscInt>(graph.n_rows()), PETSC_DETERMINE,
                               petsc_copy(graph.row_offsets), petsc_copy(graph.columns), nullptr,
                               &adjacency));
  petsc::check(MatPartitioningCreate(comm.handle(), &partitioning));
  petsc::check(MatPartitioningSetAdjacency(partitioning, adjacency));
  petsc::check(
      MatPartitioningSetType(partitioning, parmetis ? MATPARTITIONINGPARMETIS : MATPARTITIONINGPTSCOTCH));
  petsc::check(MatPartitioningSetNParts(partitioning, n_parts));
  petsc::check(MatPartitioningSetVertexWeights(partitioning, petsc_copy(weight)));
  petsc::check(MatPartitioningApply(partitioning, &assignment));

  const PetscInt* part = nullptr;
  petsc::check(ISGetIndices(assignment, &part));
  std::vector<int> parts(part, part + graph.n_rows());
  petsc::check(ISRestoreIndices(assignment, &part));
  petsc::check(ISDestroy(&assignment));
  petsc::check(MatPartitioningDestroy(&partitioning));
  petsc::check(MatDestroy(&adjacency));
  return parts;
}

}  // namespace trireme::mesh
