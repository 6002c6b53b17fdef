// SPDX-License-Identifier: Apache-2.0
// The splitting of a level as its options want it: once, or twice for an aggressive level. Called by
// build_hierarchy.
#pragma once

#include "amg/coarsen/coarse_points.hpp"
#include "amg/coarsen/coarsening_options.hpp"
#include "amg/coarsen/coupling_graph.hpp"
#include "amg/matrix/row_workspace.hpp"

namespace trireme::amg {

// types [n_points + n_ghosts].
struct Splitting {
  Array<PointType> types;
  CoarsePoints coarse;
};

// As pmis_coarsening, with the numbering. Collective.
Splitting split_points(const CouplingGraph& graph, CoarseningKind kind, std::int64_t seed);

// Splits the coarse points of `first` again, by couplings over paths of two; those that lose become fine.
// Points that no other coarse point reaches stay coarse. Collective.
Splitting split_again(const CouplingGraph& graph, const Splitting& first, CoarseningKind kind, int num_paths,
                      std::int64_t seed, RowWorkspace& workspace);

}  // namespace trireme::amg
