// SPDX-License-Identifier: Apache-2.0
// What training, prediction and export share: the model on its ranks, and measurements. Collective.
#pragma once

#include <vector>

#include "dlrm_hpc/data/dataset.hpp"
#include "dlrm_hpc/train/metrics.hpp"
#include "dlrm_hpc/train/run_options.hpp"
#include "dlrm_hpc/train/step_engine.hpp"
#include "solvers/program/context.hpp"

namespace trireme::dlrm {

// Tries the BLAS, chooses a plan, makes the model with its initial weights. Throws Error(input) for a plan
// that does not fit.
StepEngine make_engine(program::Context& context, const RunOptions& options, const Dataset& data);

// Predicts all samples of the data. Root: all_logits and all_labels, unless null, get those of all ranks in
// the order of samples.
Metrics measure_on(StepEngine& engine, const Dataset& data, const RunOptions& options,
                   std::vector<float>* all_logits = nullptr, std::vector<float>* all_labels = nullptr);

}  // namespace trireme::dlrm
