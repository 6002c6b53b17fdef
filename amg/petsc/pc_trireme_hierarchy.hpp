// SPDX-License-Identifier: Apache-2.0
// The figures of a hierarchy that a PC of type `trireme` has built, for programs that report them. Called by
// trireme-amg.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <petscpc.h>

#include "amg/cycle/message_counts.hpp"
#include "amg/hierarchy/hierarchy_statistics.hpp"

namespace trireme::amg {

struct HierarchyFigures {
  HierarchyStatistics statistics;   // no levels before set-up
  GlobalIndex bytes_here = 0;       // of the solve form on this rank
  double setup_seconds = 0;         // of this rank: building the hierarchy
  SetupTimes times;                 // its parts
  GlobalIndex kept_bytes_here = 0;  // kept for set-ups to come, on this rank
  GlobalIndex plan_bytes_here = 0;  // of them for plans of products
  double packing_seconds = 0;       // of this rank: making its solve form
};

// Throws Error (input) for a PC of another type. Local.
HierarchyFigures hierarchy_figures(PC pc);

// The hash of the hierarchy of a set-up PC (hierarchy/hierarchy_hash.hpp) with its present matrix on the
// finest level; nothing where the last set-up kept nothing (-pc_trireme_reuse). Collective.
std::optional<std::uint64_t> hash_of_hierarchy(PC pc);

// What a cycle would send if the PC's matrix were cut into parts, offsets [parts + 1]
// (cycle/message_counts.hpp, also for what is thrown); nothing where the last set-up kept nothing. Local, on
// one rank.
std::optional<CycleMessages> messages_of_cycle(PC pc, const std::vector<GlobalIndex>& offsets);

// Re-setups of a PC that keeps the structure keep the weights of interpolation from now on, as with
// -pc_trireme_reuse interpolation from the start. The matrix must have the values of the last set-up. Returns
// false where nothing is kept. Local.
bool keep_interpolation(PC pc);

}  // namespace trireme::amg
