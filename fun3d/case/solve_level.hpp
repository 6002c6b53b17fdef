// SPDX-License-Identifier: Apache-2.0
// The pseudo-transient loop on one mesh of a run, with all that goes on between its steps: the line and the
// row of each, checkpoints, forces that settle, requests to stop. Called by case/flow_run.
#pragma once

#include "fun3d/case/checkpoints.hpp"
#include "fun3d/case/restart_file.hpp"
#include "fun3d/case/step_history.hpp"

namespace trireme::flow {

// Which of the run's meshes is solved on: 1 for the coarsest, count for its own.
struct LevelNumber {
  int number = 1, count = 1;
  bool is_finest() const { return number == count; }
};

// begin.state [n_owned, N]: in what begin_state gave, out the last good state, which is also saved. Forces
// are watched on the finest mesh only. Collective. Throws Error (io).
template <class E>
PseudoTransientResult solve_level(program::Context& context, const FlowCase& flow_case, LevelNumber level,
                                  FlowSetup<E>& setup, RestartData& begin, StepHistory<E>& history,
                                  Checkpoints& checkpoints);

}  // namespace trireme::flow
