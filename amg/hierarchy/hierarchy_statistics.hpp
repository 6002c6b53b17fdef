// SPDX-License-Identifier: Apache-2.0
// What a hierarchy looks like: sizes, complexities, weights. Made for the hierarchy table of the
// preconditioner's view and of the program, and for the figures of merit.
#pragma once

#include <vector>

#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

// Of the rows of a matrix that have entries; all 0 when none has.
struct RowStatistics {
  GlobalIndex rows = 0, nonzeros = 0;            // all rows, all stored entries
  GlobalIndex min_entries = 0, max_entries = 0;  // in a row
  double min_value = 0, max_value = 0;
  double min_row_sum = 0, max_row_sum = 0;
};

struct SetupLevelStatistics {
  RowStatistics matrix;
  RowStatistics interpolation;  // of fine points; on the coarsest level all 0
  GlobalIndex coarse_points = 0, isolated_points = 0;
};

struct HierarchyStatistics {
  std::vector<SetupLevelStatistics> levels;
  double grid_complexity = 0;      // rows of all levels over those of the finest
  double operator_complexity = 0;  // nonzeros of all levels over those of the finest
  GlobalIndex nonzeros_ap = 0;     // of all matrices and all P, as AMG2023 counts them
};

// Collective. Cost: a pass over all entries and a few reductions a level.
HierarchyStatistics collect_statistics(const SetupHierarchy& hierarchy);

}  // namespace trireme::amg
