// SPDX-License-Identifier: Apache-2.0
// The numbering of the next level: the coarse points of a rank in the order of their rows, after those of
// lower ranks. Made after the splitting, used by interpolation.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/coarsen/coupling_graph.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

struct CoarsePoints {
  std::shared_ptr<const Partition> partition;
  std::vector<GlobalIndex> ghosts;  // coarse numbers of those ghosts of the matrix that are coarse; ascending
  Array<LocalIndex>
      place;  // [n_rows + n_ghosts]: own coarse points from 0, then places in `ghosts`; -1: not coarse
};

// types [n_rows + n_ghosts]. Collective.
CoarsePoints number_coarse_points(const CouplingGraph& graph, std::span<const PointType> types);

}  // namespace trireme::amg
