// SPDX-License-Identifier: Apache-2.0
// Minimizes a training problem by optim's TAO types `dance` and `pblbfgs`. Called by second-order training.
// Options -tao_dance_* and -tao_pblbfgs_* of the command line apply. Collective.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "optim/problem/sample_objective.hpp"

namespace trireme::dlrm {

struct TaoTraining {
  std::string type;        // "dance" or "pblbfgs"
  double lambda = 0;       // weight of 0.5 w'w; above 0 for dance
  int max_iterations = 0;  // the observer ends runs by anything else
};

struct TaoIterate {
  int iteration = 0;
  GlobalIndex samples = 0;  // that objective and gradient are of
  double objective = 0, gradient_norm = 0;
  std::span<const double> weights;
};

struct TaoResult {
  std::string reason;  // TAO's
  int iterations = 0;
  bool failed = false;    // neither converged nor ended by a limit or the observer
  bool at_limit = false;  // ended by one of TAO's limits, of iterations or of evaluations
};

// w [objective.dim()], replicated: where it starts, then where it ended. observer: true, on all ranks alike,
// ends the run; called with every iterate, the first one too. Throws Error.
TaoResult train_by_tao(const TaoTraining& training, optim::SampleObjective& objective, std::span<double> w,
                       const std::function<bool(const TaoIterate&)>& observer);

}  // namespace trireme::dlrm
