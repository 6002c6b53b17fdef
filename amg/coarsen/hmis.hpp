// SPDX-License-Identifier: Apache-2.0
// HMIS coarsening (De Sterck, Yang, Heys 2006, doi 10.1137/040615729): Ruge and Stueben's first pass, as far
// as a part of the points can decide on its own, then PMIS for the rest. The parts are fixed blocks of
// consecutive rows of a rank, not what a thread has, so that the splitting is the same for any thread count;
// a second round with blocks shifted by half decides most of what lies at their borders. Unlike PMIS's, the
// splitting depends on how rows are divided among ranks. Called once a level by the set-up.
#pragma once

#include <cstdint>

#include "amg/coarsen/coupling_graph.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

// How a rank's rows are cut: into blocks of at least min_rows (or one), at most max_blocks. Fewer blocks
// leave fewer borders, more of them keep more threads busy.
struct HmisBlocks {
  LocalIndex min_rows = 32768;
  LocalIndex max_blocks = 16;
};

// As pmis_coarsening. Cost: about ten passes over the strong couplings, then PMIS of what is left.
Array<PointType> hmis_coarsening(const CouplingGraph& graph, std::int64_t seed,
                                 const HmisBlocks& blocks = {});

}  // namespace trireme::amg
