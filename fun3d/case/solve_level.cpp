// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/solve_level.hpp"

#include <optional>

#include <fmt/format.h>

#include "fun3d/case/step_line.hpp"
#include "solvers/log/progress.hpp"

namespace trireme::flow {

template <class E>
PseudoTransientResult solve_level(program::Context& context, const FlowCase& flow_case, LevelNumber level,
                                  FlowSetup<E>& setup, RestartData& begin, StepHistory<E>& history,
                                  Checkpoints& checkpoints) {
  const log::ScopedStage stage(context.timers, "solve");
  const std::string mark = level.count > 1 ? fmt::format("[{}/{}] ", level.number, level.count) : "";
  CauchyWindow window(flow_case.convergence);
  window.restore(begin.watched);
  std::optional<log::Progress> progress;
  setup.newton.on_linear_iteration([&](int iteration) {
    if (!progress) progress.emplace(context.log, mark + "linear iterations of this step", 0);
    progress->update(iteration);
  });

  PseudoTransientHooks hooks;
  hooks.after_step = [&](const StepRecord& step) {
    progress.reset();
    const HistoryRow row = history.record(step);
    context.log.info(mark + step_line(row, estimate_seconds_left(step, setup.pseudo_time)));
    // The drop of the state reached, whichever one the loop measures.
    if (level.is_finest() && step.order == flow_case.flow.order) {
      window.add(step.loop->initial_residual / step.residual_after, row.all);
    } else {
      window.clear();
    }
    checkpoints.after_step(
        step.state, *step.loop, [&] { return setup.residual.limiter(); }, window);
  };
  hooks.rejected = [&](double cfl, double norm, std::string_view why) {
    context.log.warn(mark + rejection_line(cfl, norm, why));
  };
  hooks.phase_changed = [&](std::string_view what) { context.log.info(mark + std::string(what)); };
  if (level.is_finest() && flow_case.convergence.watches_forces())
    hooks.settled = [&] { return window.settled(); };
  hooks.stop_requested = [&] { return context.stop.requested(context.comm); };

  context.log.info(mark + step_heading());
  if (!begin.limiter.empty()) setup.residual.restore_limiter(begin.limiter);
  PseudoTransientResult end = setup.loop.run(begin.state, hooks, begin.loop);
  setup.newton.on_linear_iteration({});
  checkpoints.at_end(begin.state, end.loop, setup.residual.limiter(), window);
  context.log.info(mark + end_line(end));
  return end;
}

#define INSTANTIATE(E)                                                                           \
  template PseudoTransientResult solve_level<E>(program::Context&, const FlowCase&, LevelNumber, \
                                                FlowSetup<E>&, RestartData&, StepHistory<E>&, Checkpoints&);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
