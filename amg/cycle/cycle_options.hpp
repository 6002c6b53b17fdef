// SPDX-License-Identifier: Apache-2.0
// What a user may choose about the solve phase, in hypre's words. Read by Multigrid; described to decks, to
// the command line and to PETSc's options.
#pragma once

#include "amg/cycle/run_rule.hpp"
#include "amg/smooth/relaxation.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::amg {

enum class CycleType {
  v,
  w,  // the coarse correction is repeated once
  f,  // an F-cycle, then a V-cycle, on the next level
  k,  // two steps of flexible conjugate gradients on the coarse levels (Notay, Vassilevski 2008)
};

enum class Precision { fp64, fp32 };

struct CycleOptions {
  CycleType cycle_type = CycleType::v;
  Relaxation relax_type_down = Relaxation::l1_forward;
  Relaxation relax_type_up = Relaxation::l1_backward;
  Relaxation relax_type_coarse = Relaxation::gaussian_elimination;
  int grid_sweeps_down = 1;
  int grid_sweeps_up = 1;
  int grid_sweeps_coarse = 1;
  Precision precision = Precision::fp64;
  RunRule row_runs = RunRule::where_most_rows_do;
  int smoother_blocks = 16;
  int smoother_block_nonzeros = 32768;
  int max_direct_size = 1000;

  // The keys are those of the section that is open in the schema.
  void describe(options::Schema& schema);
  // Throws Error (input), naming the first option that is out of its range.
  void validate() const;
  bool operator==(const CycleOptions&) const = default;
};

}  // namespace trireme::amg
