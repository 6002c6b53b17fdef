// SPDX-License-Identifier: Apache-2.0
// A round of second-order training: the samples held in memory, the variables taken from the engine's layers
// and tables, a run of dance or pblbfgs on them, and the variables put back. Called by training. Collective.
#pragma once

#include "dlrm_hpc/petsc/tao_training.hpp"
#include "dlrm_hpc/train/model_objective.hpp"
#include "dlrm_hpc/train/run_options.hpp"

namespace trireme::dlrm {

class SecondOrderProblem {
 public:
  // Throws Error(input) where all variables together are too many to be replicated.
  SecondOrderProblem(StepEngine& engine, const RunOptions& options, const Dataset& data);

  ModelObjective& objective() { return objective_; }
  // The engine's model becomes that of these variables, in single precision.
  void put(std::span<const double> variables);
  // Puts the result, too.
  TaoResult solve(const std::function<bool(const TaoIterate&)>& observer);

 private:
  std::vector<double> take();

  StepEngine& engine_;
  const OptimizerOptions& optimizer_;
  ModelObjective objective_;
};

}  // namespace trireme::dlrm
