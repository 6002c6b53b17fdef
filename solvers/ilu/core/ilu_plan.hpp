// SPDX-License-Identifier: Apache-2.0
// Everything about an incomplete factorization that depends on the matrix's pattern but not on its values:
// kept pattern, order of storage, who computes what. Made once by make_ilu_plan, immutable, shared by
// factorizations.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/ilu/core/factor_pattern.hpp"
#include "solvers/ilu/core/schedule.hpp"
#include "solvers/ilu/core/stream_layout.hpp"

namespace trireme::ilu {

struct IluPlanOptions {
  int levels = 0;
  ScheduleKind schedule = ScheduleKind::automatic;
  int threads = 1;
  // Handing a task over costs about as much as this many matrix entries; smaller tasks are not cut
  // (schedule.hpp).
  LocalIndex minimum_task_entries = 512;
};

struct PlanStatistics {
  LocalIndex lower_levels = 0;  // dependency levels of the forward solve and of the factorization
  LocalIndex upper_levels = 0;  // of the backward solve
  double lower_parallelism = 1;
  double upper_parallelism = 1;
};

struct IluPlan {
  int block_size = 1;
  IluPlanOptions options;
  Elimination order;
  std::vector<LocalIndex> matrix_offsets;  // the matrix's own pattern, in its numbering
  std::vector<LocalIndex> matrix_columns;
  Schedule lower_schedule;
  Schedule upper_schedule;
  StreamLayout lower;
  StreamLayout upper;
  LocalIndex longest_row = 0;  // blocks of L and U together
  PlanStatistics statistics;

  LocalIndex rows() const { return static_cast<LocalIndex>(matrix_offsets.size()) - 1; }
  int threads() const { return lower_schedule.threads; }
  GlobalIndex factor_blocks() const { return GlobalIndex{lower.entries()} + upper.entries(); }
  std::size_t bytes() const;
  // Whether a matrix has the pattern this plan was made for. Cost: one pass over the pattern.
  bool matches(SparsityView matrix) const;
};

// matrix: square, in blocks. old_of_new: see make_elimination. Errors: those of factor_pattern and
// make_elimination. Cost: the symbolic factorization, serial, and one threaded pass over the result.
std::shared_ptr<const IluPlan> make_ilu_plan(SparsityView matrix, int block_size,
                                             std::vector<LocalIndex> old_of_new,
                                             const IluPlanOptions& options);

}  // namespace trireme::ilu
