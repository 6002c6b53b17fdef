// SPDX-License-Identifier: Apache-2.0
// The graph whose vertices are the mesh's and whose edges are the mesh's: what partitioners cut. Spread over
// the ranks in the ranges of a RangeDirectory.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/range_directory.hpp"

namespace trireme::mesh {

// Row i: the neighbours of vertex begin + i, ascending, itself excluded; both directions of every edge are
// present.
struct VertexGraph {
  std::vector<GlobalIndex> row_offsets = {0};  // [local vertices + 1]
  std::vector<GlobalIndex> columns;            // global ids
  GlobalIndex n_rows() const { return static_cast<GlobalIndex>(row_offsets.size()) - 1; }
};

// Collective. From this rank's distinct edges (an edge may be given by several ranks); frees them.
VertexGraph build_vertex_graph(const comm::Communicator& comm, const RangeDirectory& points,
                               std::vector<std::array<GlobalIndex, 2>>&& edges);

// Local. The distinct edges of this rank's cells. Error (input) when they are too many for 32-bit numbers:
// call it inside a guard.
std::vector<std::array<GlobalIndex, 2>> cell_edge_list(const DistributedMesh& mesh);

// Collective. The whole graph on rank 0, an empty one elsewhere.
VertexGraph gather_graph(const comm::Communicator& comm, const VertexGraph& graph);

}  // namespace trireme::mesh
