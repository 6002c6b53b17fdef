// SPDX-License-Identifier: Apache-2.0
// PMIS coarsening (De Sterck, Yang, Heys 2006, doi 10.1137/040615729): coarse points are a maximal
// independent set of the graph of strong couplings, chosen by random weights that hash global ids, so that
// the same matrix splits the same way for any number of ranks and threads. Called once a level by the set-up.
#pragma once

#include <cstdint>

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg {

// Returns the types of owned points, then of ghosts [n_rows + n_ghosts]. Points without a strong coupling are
// isolated; points that influence none strongly are fine. Collective. Cost: a few passes over the undecided
// points' strong couplings, four neighbour exchanges and one all-reduce a round, a handful of rounds.
Array<PointType> pmis_coarsening(const MatrixView& matrix, const Pattern& strong, std::int64_t seed);

}  // namespace trireme::amg
