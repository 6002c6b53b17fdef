// SPDX-License-Identifier: Apache-2.0
// PMIS coarsening (De Sterck, Yang, Heys 2006, doi 10.1137/040615729): coarse points are a maximal
// independent set of the graph of strong couplings, chosen by random weights that hash global ids, so that
// the same matrix splits the same way for any number of ranks and threads. Called once a level by the set-up,
// and by HMIS coarsening for what its first pass leaves open.
#pragma once

#include <cstdint>

#include "amg/coarsen/coupling_graph.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

// Returns the types of owned points, then of ghosts [n_points + n_ghosts]. Points without a strong coupling
// are isolated; points that influence none strongly are fine. first [n_points], or none (on every
// rank): not 0 for points that are coarse from the start. Collective. Cost: a few passes
// over the undecided points' strong couplings, four neighbour exchanges and one all-reduce a round, a handful
// of rounds.
Array<PointType> pmis_coarsening(const CouplingGraph& graph, std::int64_t seed,
                                 const Array<std::int8_t>* first = nullptr);

}  // namespace trireme::amg
