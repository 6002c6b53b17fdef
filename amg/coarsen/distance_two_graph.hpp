// SPDX-License-Identifier: Apache-2.0
// The coarse points of a splitting and their couplings over paths of at most two strong couplings. Made for
// the second splitting of an aggressive level.
#pragma once

#include "amg/coarsen/coarse_points.hpp"
#include "amg/coarsen/coupling_graph.hpp"
#include "amg/matrix/row_workspace.hpp"

namespace trireme::amg {

struct DistanceTwoGraph {
  DistributedMatrix paths;  // coarse points by coarse points: how many paths
  Pattern strong;           // its columns: owned, then ghosts

  CouplingGraph view() const { return coupling_graph(paths.view(), strong); }
};

// types [n_local] and coarse: the splitting of the graph and its numbering. workspace: one entry for each
// thread. Collective; one message for each neighbour, and the plan of the result.
DistanceTwoGraph distance_two_graph(const CouplingGraph& graph, std::span<const PointType> types,
                                    const CoarsePoints& coarse, int num_paths, RowWorkspace& workspace);

}  // namespace trireme::amg
