// SPDX-License-Identifier: Apache-2.0
// Divides the vertices of a mesh among parts by the partitioner the user chose. Called by build_flow_mesh.
#pragma once

#include <vector>

#include "meshes/partition/partition_options.hpp"
#include "meshes/partition/vertex_graph.hpp"

namespace trireme::mesh {

// Collective. Returns the part (0 .. n_parts-1) of each of this rank's rows. One part never calls a
// partitioner; every part has a vertex when there are enough. Errors (input) are the same on all ranks: a
// partitioner that PETSc lacks, a graph too large for METIS.
std::vector<int> partition_vertices(const comm::Communicator& comm, const RangeDirectory& points,
                                    const VertexGraph& graph, int n_parts, Partitioner partitioner);

// Collective. The part PETSc's MatPartitioning of the given type gives each row; n_parts as above.
std::vector<int> petsc_partition(const comm::Communicator& comm, const VertexGraph& graph, int n_parts,
                                 Partitioner partitioner);

}  // namespace trireme::mesh
