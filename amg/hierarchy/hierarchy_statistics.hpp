// SPDX-License-Identifier: Apache-2.0
// What a hierarchy looks like: sizes, complexities, weights, in the manner of hypre's tables. Gathered after
// each set-up for the view of the preconditioner, for the program's table and for the figures of merit.
#pragma once

#include <vector>

#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

struct RowCounts {
  GlobalIndex rows = 0, nonzeros = 0;            // all rows, all stored entries
  GlobalIndex min_entries = 0, max_entries = 0;  // in a row that has entries; 0 when none has
};

// Of the interpolation's fine points (of all rows, where there is no splitting) that have weights; all 0 when
// none has.
struct WeightStatistics {
  GlobalIndex nonzeros = 0;  // of all rows
  GlobalIndex min_entries = 0, max_entries = 0;
  double min_weight = 0, max_weight = 0;
  double min_row_sum = 0, max_row_sum = 0;
};

// Over all ranks.
struct LevelStatistics {
  RowCounts matrix;
  WeightStatistics interpolation;  // on the coarsest level all 0, as are:
  GlobalIndex coarse_points = 0, isolated_points = 0;
};

struct HierarchyStatistics {
  std::vector<LevelStatistics> levels;
  double grid_complexity = 1;      // rows of all levels over those of the finest; 1 where that has none
  double operator_complexity = 1;  // the same of nonzeros
  GlobalIndex nonzeros_ap = 0;     // of all matrices and all P, as AMG2023 counts them
};

// The same on every rank. Collective. Cost: a pass over the interpolations and the offsets of the matrices,
// and a few reductions a level.
HierarchyStatistics collect_statistics(const SetupHierarchy& hierarchy);

}  // namespace trireme::amg
