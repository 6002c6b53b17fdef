// SPDX-License-Identifier: Apache-2.0
// The table of a hierarchy's levels, in the manner of hypre's. Shown by the view of the PC `trireme` and by
// TriremeAMG_Setup.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "amg/hierarchy/hierarchy_statistics.hpp"

namespace trireme::amg {

// One line a level, under a heading, and the complexities. cycle_seconds [levels]: of a cycle in each level,
// or empty where none has been run.
std::vector<std::string> hierarchy_table(const HierarchyStatistics& hierarchy,
                                         std::span<const double> cycle_seconds = {});

}  // namespace trireme::amg
