// SPDX-License-Identifier: Apache-2.0
// The figures of a hierarchy that a PC of type `trireme` has built, for programs that report them. Called by
// trireme-amg.
#pragma once

#include <vector>

#include <petscpc.h>

#include "amg/cycle/level_statistics.hpp"

namespace trireme::amg {

struct HierarchyFigures {
  std::vector<LevelStatistics> levels;  // over all ranks, fine to coarse; empty before set-up
  GlobalIndex bytes_here = 0;           // of the solve form on this rank
  double setup_seconds = 0;             // of this rank: building the hierarchy
  double packing_seconds = 0;           // of this rank: making its solve form
};

// Throws Error (input) for a PC of another type. Local.
HierarchyFigures hierarchy_figures(PC pc);

}  // namespace trireme::amg
