// SPDX-License-Identifier: Apache-2.0
// Runs the method that a deck names on a model, with history, progress, checkpoints and stop requests.
#pragma once

#include <string>
#include <vector>

#include "optim/apps/trireme-optim/program_options.hpp"
#include "optim/petsc/tao_dance.hpp"
#include "optim/problem/model.hpp"
#include "solvers/program/context.hpp"

namespace trireme::optim {

enum class Ending { converged, limit, failed, stopped };

struct TrainingResult {
  std::vector<double> weights;
  double lambda = 0;
  int iterations = 0;
  Ending ending = Ending::failed;
  std::string reason;
  std::vector<DanceStage> stages;              // of dance
  std::vector<GlobalIndex> batch_sizes;        // of pblbfgs
  std::vector<double> history;                 // rows of history_columns
  std::vector<std::vector<double>> snapshots;  // at the ends of the learning rate's cycles
};

inline constexpr int history_columns = 9;

// Collective. Throws Error.
TrainingResult train(program::Context& context, const ProgramOptions& options, Model& model,
                     const Samples& samples);

}  // namespace trireme::optim
