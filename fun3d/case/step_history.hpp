// SPDX-License-Identifier: Apache-2.0
// What a run leaves of every step on one mesh: a row of NAME_history.csv and an entry of the report's list
// `history`. Called by case/solve_level. Steps count through all meshes of a run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fun3d/case/flow_setup.hpp"
#include "fun3d/case/history_file.hpp"
#include "fun3d/case/sequence_place.hpp"

namespace trireme::flow {

template <class E>
class StepHistory {
 public:
  // level: number of the mesh, from 1. place: of it. first_step: number of the first step on this mesh that
  // will be recorded; the file is begun where no step lies behind and else continued. walls: the slip walls'
  // markers, in the file's order. References must outlive the object. Collective. Throws Error (io).
  StepHistory(program::Context& context, const OutputOptions& output, const FlowSetup<E>& setup,
              const std::vector<std::string>& walls, int level, const SequencePlace& place,
              std::int64_t first_step);

  // Of the state that setup.residual was evaluated at last. The row refers to `step`. Collective. Throws
  // Error (io).
  HistoryRow record(const StepRecord& step);

  // Of a state [n_owned, N]. Collective.
  std::string hash(std::span<const double> state) const;

 private:
  std::vector<double> residuals_by_equation(std::span<const double> residual) const;

  program::Context& context_;
  const FlowSetup<E>& setup_;
  int level_;
  std::int64_t steps_behind_;
  double seconds_behind_;
  std::vector<std::size_t> walls_;      // their numbers in this mesh
  std::optional<HistoryFile> history_;  // on rank 0
};

// Markers that are slip walls. Local.
std::vector<std::string> wall_names(const FlowLevel& level);

}  // namespace trireme::flow
