// SPDX-License-Identifier: Apache-2.0
// What a division into P parts costs, counted in one process from the exchange plans that P ranks would
// build; nothing runs on P ranks. Called by trireme-mesh partition.
#pragma once

#include <span>
#include <vector>

#include "meshes/partition/vertex_graph.hpp"

namespace trireme::mesh {

struct PartStatistics {
  GlobalIndex vertices = 0;
  GlobalIndex edges = 0;      // with at least one end in the part: what its edge loops visit
  GlobalIndex cut_edges = 0;  // of these, with the other end elsewhere
  GlobalIndex ghosts = 0;     // vertices elsewhere that an edge joins to the part
  GlobalIndex sent = 0;       // values sent in one exchange of one value a vertex
  int neighbours = 0;         // parts it exchanges with
};

struct PartitionStatistics {
  std::vector<PartStatistics> parts;
  GlobalIndex edges = 0;        // of the mesh, each once
  GlobalIndex cut_edges = 0;    // each once
  GlobalIndex messages = 0;     // of all parts in one exchange
  double vertex_imbalance = 0;  // largest over mean
  double edge_imbalance = 0;
};

// whole: the graph of all vertices. parts [n]: 0 .. n_parts-1. Local. Ghosts and messages are those of the
// edges; where cells other than tetrahedra need their far corners too, a FlowMesh has a few more. Cost:
// O(edges log valence), about 8 bytes a cut edge.
PartitionStatistics measure_partition(const VertexGraph& whole, std::span<const int> parts, int n_parts);

}  // namespace trireme::mesh
