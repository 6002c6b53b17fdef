// SPDX-License-Identifier: Apache-2.0
// Everything a run needs to go on, in one HDF5 file that knows nothing of plans: whole tables and their state
// by global row, layers and their state, and where the run stands. Written on any ranks with any plan, read
// on any others; a run that goes on with the same layout has the same bits. Called by training and
// prediction. Collective. Memory: a rank's share of the largest table once more.
//
//   Attributes of "/": format = "trireme dlrm checkpoint", format_version, columns (JSON), rule of tables and
//   of layers, and the fields of RunState. Data sets: layers [parameters], layer_state [parameters * states],
//   tables/tNNNN [rows, width], stateK/tNNNN [rows, width or 1], all float32.
#pragma once

#include <string>

#include "dlrm_hpc/train/step_engine.hpp"

namespace trireme::dlrm {

// Where a run stands. The random streams are functions of it.
struct RunState {
  std::int64_t step = 0;  // steps done
  std::int64_t samples = 0;
  std::uint64_t loss_hash = 0;
  double best_auc = -1;
  std::int64_t best_step = 0;
  std::int64_t measurements_without_gain = 0;
  std::int64_t round = 0;       // rounds of second-order training that are done
  std::int64_t table_step = 0;  // steps of tables in rounds
};

// Throws Error(io) on all ranks.
void write_checkpoint(const std::string& path, StepEngine& engine, const OptimizerOptions& optimizer,
                      const DataSchema& columns, const RunState& state);

// What a file's state of the optimizer is wanted for: going on needs that of the same rules, prediction none.
enum class ReadState { yes, no };

// Fills the engine's tables and layers. Throws Error(input) on all ranks when the file is none, or of another
// model or optimizer.
RunState read_checkpoint(const std::string& path, StepEngine& engine, const OptimizerOptions& optimizer,
                         const DataSchema& columns, ReadState read_state);

}  // namespace trireme::dlrm
