// SPDX-License-Identifier: Apache-2.0
// Section pseudo_time of a flow deck: how the pseudo-time step grows, when a step is rejected, when the run
// ends.
#pragma once

#include "solvers/options/schema.hpp"

namespace trireme::flow {

// Which residual the drop is measured with once a step is done: that of the state the step started from (as
// PETSc-FUN3D does, one step later) or that of the state it reached.
enum class DropMeasure { before_step, after_step };

// Where an update that changes density or pressure too much is scaled down: at that vertex alone, or
// everywhere.
enum class UpdateScaling { local, global };

struct PseudoTimeOptions {
  double cfl_initial = 0.0;
  double cfl_max = 1e5;
  double cfl_min = 1e-2;
  double cfl_gain = 1.1;
  double cfl_growth_limit = 0.0;
  int max_steps = 200;
  double residual_drop = 1e8;
  DropMeasure drop_measure = DropMeasure::after_step;
  double residual_growth_limit = 20.0;
  double rejection_factor = 0.1;
  int max_rejections = 8;
  double update_limit = 0.5;
  UpdateScaling update_scaling = UpdateScaling::local;

  void describe(options::Schema& schema);
  // With the values meant by 0. compressible: for flow with a density, which starts less easily.
  PseudoTimeOptions resolved(bool compressible) const;
  // Throws Error (input) when options contradict one another.
  void validate() const;
};

}  // namespace trireme::flow
