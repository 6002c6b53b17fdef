// SPDX-License-Identifier: Apache-2.0
// The figures of each level that a view of the hierarchy shows, in the manner of hypre's tables. Gathered by
// Multigrid, shown by the plug-in and the program.
#pragma once

#include <cstddef>
#include <vector>

#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

// Over all ranks.
struct LevelStatistics {
  GlobalIndex rows = 0;
  GlobalIndex nonzeros = 0;
  LocalIndex row_min = 0, row_max = 0;  // nonzeros of a row
  // Of the interpolation to this level from the next; zero on the coarsest.
  GlobalIndex interpolation_nonzeros = 0;
  double weight_min = 0, weight_max = 0;
};

// The same on every rank. Collective; O(nonzeros).
std::vector<LevelStatistics> level_statistics(const SetupHierarchy& hierarchy);

// Sums over the levels divided by the finest; 1 for an empty matrix.
double operator_complexity(const std::vector<LevelStatistics>& levels);
double grid_complexity(const std::vector<LevelStatistics>& levels);

}  // namespace trireme::amg
