// SPDX-License-Identifier: Apache-2.0
// ParMETIS and PT-Scotch through PETSc's MatPartitioning: the graph stays spread over the ranks. Called by
// partition/partition_vertices.
#pragma once

#include <vector>

#include "meshes/partition/partition_options.hpp"
#include "meshes/partition/vertex_graph.hpp"

namespace trireme::mesh {

// Whether the PETSc in use has it, with integers as wide as PetscInt. Local.
bool petsc_has(Partitioner partitioner);

// Collective. The part (0 .. n_parts-1) of each of this rank's rows; parts may be empty. Ranks without rows
// take no part in the call of PETSc. Errors (the same on all ranks): kind input when PETSc lacks the
// partitioner or the graph does not fit its index type.
std::vector<int> petsc_partition(const comm::Communicator& comm, const VertexGraph& graph, int n_parts,
                                 Partitioner partitioner);

// Throws Error (input) when `largest`, a vertex number or a count of graph entries, is above `limit`, the
// largest PetscInt. Local.
void check_petsc_index(GlobalIndex largest, GlobalIndex limit);

}  // namespace trireme::mesh
