// SPDX-License-Identifier: Apache-2.0
// A deck's learning.task: a policy learns by actor-critic, with history, progress, checkpoints and stop
// requests; it and the ensemble of its snapshots are judged by their returns.
#pragma once

#include "optim/apps/trireme-optim/model_file.hpp"
#include "optim/apps/trireme-optim/training.hpp"

namespace trireme::optim {

// Collective. Throws Error.
Ending learn(program::Context& context, const ProgramOptions& options);

// Judges a policy that was written by output.model, as learn() judges the one it ends with: by the mean
// return of learning.evaluation_episodes fresh episodes that depend on data.seed and learning.noise.
// Collective. Throws Error (input) for a policy that does not fit its task.
Ending act(program::Context& context, const ProgramOptions& options, const StoredModel& policy);

}  // namespace trireme::optim
