// SPDX-License-Identifier: Apache-2.0
// Forms the ensemble of a run's snapshots, judges it beside its members, prints both and puts them into the
// run record.
#pragma once

#include "optim/apps/trireme-optim/training.hpp"
#include "optim/problem/model.hpp"
#include "solvers/program/context.hpp"

namespace trireme::optim {

// Members are chosen on the training samples, and judged on the test samples where there are any (test not
// null). Collective.
void report_ensemble(program::Context& context, const ProgramOptions& options, const TrainingResult& result,
                     const Model& model, const Samples& samples, const Samples* test);

}  // namespace trireme::optim
