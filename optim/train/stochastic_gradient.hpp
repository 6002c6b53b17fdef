// SPDX-License-Identifier: Apache-2.0
// Stochastic gradients as baselines: SGD with momentum (Polyak) and Adam (Kingma, Ba, ICLR 2015), on windows
// of the random order of samples, one after the other. Called by trireme-optim; no PETSc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optim/problem/regularized_objective.hpp"
#include "optim/train/iterate.hpp"
#include "optim/train/learning_rate.hpp"

namespace trireme::optim {

enum class StochasticMethod { sgd, adam };

struct StochasticOptions {
  StochasticMethod method = StochasticMethod::sgd;
  RateSchedule rate;
  double momentum = 0.9;              // of sgd
  double beta1 = 0.9, beta2 = 0.999;  // of adam
  double epsilon = 1e-8;              // of adam
  int batch = 128;
  int epochs = 10;  // passes over the samples
};

struct StochasticResult {
  std::vector<double> weights;
  int iterations = 0;
  bool finite = true;
  bool stopped = false;  // by the observer
};

// From `weights`, or from `resume`. Observed at the start and after every epoch. Collective.
StochasticResult train_stochastically(const RegularizedObjective& objective, const StochasticOptions& options,
                                      std::vector<double> weights, const IterateObserver& observer,
                                      const std::optional<OptimizerState>& resume);

}  // namespace trireme::optim
