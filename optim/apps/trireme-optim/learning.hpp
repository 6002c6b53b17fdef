// SPDX-License-Identifier: Apache-2.0
// A deck's learning.task: a policy learns by actor-critic, with history, progress and stop requests; it and
// the ensemble of its snapshots are judged by their returns.
#pragma once

#include "optim/apps/trireme-optim/training.hpp"

namespace trireme::optim {

// Collective. Throws Error.
Ending learn(program::Context& context, const ProgramOptions& options);

}  // namespace trireme::optim
