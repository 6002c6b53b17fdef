// SPDX-License-Identifier: Apache-2.0
// Prints what training left, and puts it into the run record.
#pragma once

#include <optional>

#include "optim/apps/trireme-optim/training.hpp"
#include "optim/problem/model.hpp"
#include "solvers/program/context.hpp"

namespace trireme::optim {

// test: null when there are no test samples. Evaluates the objective and its gradient over all samples, after
// the counts of work are taken. Collective.
void report_training(program::Context& context, const TrainingResult& result, Model& model,
                     const Samples& samples, const Samples* test);

// "w_hash" of replicated weights. Collective.
void record_weights_hash(program::Context& context, std::span<const double> weights);

// Labels and scores of the samples in the order of their file. Collective.
void write_predictions(program::Context& context, const std::string& path, const Model& model,
                       std::span<const double> weights, const Samples& samples);

}  // namespace trireme::optim
