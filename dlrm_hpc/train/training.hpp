// SPDX-License-Identifier: Apache-2.0
// A whole run of training, and prediction and export of what it left. Called by trireme-dlrm. Collective.
#pragma once

#include "dlrm_hpc/train/run_options.hpp"
#include "solvers/program/context.hpp"
#include "solvers/program/exit_code.hpp"

namespace trireme::dlrm {

// Trains, measures, writes; ends early on request after a checkpoint, when nothing gets better, and when
// losses or predictions are no longer numbers or no longer differ (ExitCode::numerical, with advice);
// second-order training that ends at a limit gives ExitCode::limit.
program::ExitCode run_training(program::Context& context, const RunOptions& options);

// Predicts data.test with output.restart, measures, and writes output.predictions.
program::ExitCode run_prediction(program::Context& context, const RunOptions& options);

// output.restart into output.arrays, and back into output.checkpoint with the optimizer's state as at a start
// (train/weight_arrays.hpp). Columns are those of data.train or data.test.
program::ExitCode run_export(program::Context& context, const RunOptions& options);
program::ExitCode run_import(program::Context& context, const RunOptions& options);

}  // namespace trireme::dlrm
