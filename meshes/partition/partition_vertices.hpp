// SPDX-License-Identifier: Apache-2.0
// Divides the vertices of a mesh among parts by the partitioner the user chose. Called by build_flow_mesh and
// trireme-mesh partition.
#pragma once

#include <string>
#include <vector>

#include "meshes/partition/partition_options.hpp"
#include "meshes/partition/vertex_graph.hpp"

namespace trireme::mesh {

// Collective. Returns the part (0 .. n_parts-1) of each of this rank's rows. One part never calls a
// partitioner; every part has a vertex when there are enough. `notes` receives, on rank 0, what the user
// should know: that METIS failed and contiguous parts took its place. Errors (input) are the same on all
// ranks: a partitioner that PETSc lacks, a graph too large for METIS or PETSc. METIS: rank 0 holds
// the graph. ParMETIS and PT-Scotch: no rank holds more than its rows, unless they
// leave a part empty; then rank 0 holds all parts to repair them.
std::vector<int> partition_vertices(const comm::Communicator& comm, const RangeDirectory& points,
                                    const VertexGraph& graph, int n_parts, Partitioner partitioner,
                                    std::vector<std::string>& notes);

}  // namespace trireme::mesh
