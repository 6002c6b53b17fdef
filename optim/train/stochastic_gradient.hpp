// SPDX-License-Identifier: Apache-2.0
// Stochastic gradients as baselines, on windows of the random order of samples, one after the other. Called
// by trireme-optim; no PETSc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optim/problem/regularized_objective.hpp"
#include "optim/train/iterate.hpp"
#include "optim/train/learning_rate.hpp"
#include "optim/train/stochastic_step.hpp"

namespace trireme::optim {

struct StochasticOptions {
  StepOptions step;
  RateSchedule rate;
  int batch = 128;
  int epochs = 10;  // passes over the samples
};

struct StochasticResult {
  std::vector<double> weights;
  int iterations = 0;
  bool finite = true;    // loss and weights, all the time
  bool stopped = false;  // by the observer
};

// From `weights`, or from `resume`. Observed at the start and after every epoch. Collective.
StochasticResult train_stochastically(const RegularizedObjective& objective, const StochasticOptions& options,
                                      std::vector<double> weights, const IterateObserver& observer,
                                      const std::optional<OptimizerState>& resume);

}  // namespace trireme::optim
