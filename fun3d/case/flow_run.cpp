// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fun3d/case/begin_state.hpp"
#include "fun3d/case/case_settings.hpp"
#include "fun3d/case/fallback_report.hpp"
#include "fun3d/case/flow_results.hpp"
#include "fun3d/case/message_report.hpp"
#include "fun3d/case/output_folder.hpp"
#include "fun3d/case/performance_report.hpp"
#include "fun3d/case/run_report.hpp"
#include "fun3d/case/section_file.hpp"
#include "fun3d/case/start_messages.hpp"
#include "meshes/transfer/transfer.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/root_phase.hpp"

namespace trireme::flow {

using program::Context;
using program::ExitCode;

namespace {

ExitCode exit_code_of(EndReason reason) {
  switch (reason) {
    case EndReason::converged:
    case EndReason::settled:
      return ExitCode::done;
    case EndReason::step_limit:
      return ExitCode::limit;
    case EndReason::diverged:
      return ExitCode::numerical;
    case EndReason::stopped:
      return ExitCode::stopped;
  }
  return ExitCode::internal;
}

void clear_output_folder(Context& context, const OutputOptions& output) {
  comm::run_on_root(context.comm, [&] {
    const std::vector<std::string> removed = remove_earlier_results(output);
    if (removed.empty()) return;
    context.log.info(fmt::format("removed the results of an earlier run in {}: {}", output.directory,
                                 fmt::join(removed, ", ")));
  });
}

// Number, from 0, of the mesh in the deck's sequence on which the run begins: that of the former run's flow.
template <class E>
std::size_t first_level(Context& context, const FlowCase& flow_case) {
  const std::string& file = flow_case.restart.file;
  if (file.empty()) return 0;
  const std::size_t count = mesh_sequence(flow_case.mesh, flow_case.sequencing).size();
  const auto finer = static_cast<std::size_t>(RestartFile::finer_meshes(context.comm, file, E::name));
  if (finer < count) return count - 1 - finer;
  throw Error(ErrorKind::input, file + ": this flow is that of a coarser mesh",
              fmt::format("{} finer ones were to follow it, this run has {} in all", finer, count),
              "give section sequencing as the run that wrote it had it");
}

}  // namespace

template <class E>
FlowRun<E>::FlowRun(program::Context& context, const FlowCase& flow_case)
    : context_(context),
      case_(flow_case),
      levels_(load_levels(context, flow_case, first_level<E>(context, flow_case))),
      count_(static_cast<int>(mesh_sequence(flow_case.mesh, flow_case.sequencing).size())) {
  for (const FlowLevel& level : levels_) {
    require_boundaries_of<E>(level.mesh->marker_names, level.conditions);
    flow_case.manufactured.require_for(level.conditions);
  }
  parameters_of<E>(flow_case.flow);
  if (flow_case.output.report == Report::messages && context.comm.size() > 1) {
    throw Error(ErrorKind::input, "output.report is messages",
                fmt::format("messages are counted on one rank, and here are {}", context.comm.size()),
                "use one rank");
  }
  const mesh::FlowMesh& finest = *levels_.back().mesh;
  if (flow_case.output.report == Report::messages && finest.n_local() != finest.n_owned) {
    throw Error(ErrorKind::input, "output.report is messages",
                "the mesh has periodic sides, which are not counted", "take another report");
  }
  say_what_is_solved(context, levels_);
  const int up = flow_case.flow.up_axis == UpAxis::y ? 1 : 2;
  sections_ = place_sections(context.comm, *levels_.back().mesh, wall_flags(levels_.back().conditions),
                             flow_case.output, up);
}

template <class E>
void FlowRun<E>::check() {
  if (!case_.restart.file.empty()) restart_file(levels_.front()).read(case_.restart.file);
}

template <class E>
ExitCode FlowRun<E>::solve() {
  const int first = count_ - static_cast<int>(levels_.size()) + 1;
  for (int number = first; number < count_; ++number) {
    if (solve_coarser({number, count_}) == EndReason::stopped) return ExitCode::stopped;
  }
  return solve_finest();
}

template <class E>
FlowLevel& FlowRun<E>::level(LevelNumber at) {
  return levels_[levels_.size() - 1 - static_cast<std::size_t>(at.count - at.number)];
}

template <class E>
RestartFile FlowRun<E>::restart_file(const FlowLevel& level) const {
  return RestartFile(context_.comm, *level.mesh, E::name, E::n_unknowns, settings_text(case_));
}

// The flow of the mesh before, if there is one; its mesh is no longer needed then.
template <class E>
RestartData FlowRun<E>::begin_on(LevelNumber at, FlowSetup<E>& setup, const RestartFile& file) {
  RestartData begin;
  if (coarser_mesh_) {
    begin = begin_with_flow(
        setup,
        mesh::transfer_values(context_.comm, *coarser_mesh_, coarser_flow_, E::n_unknowns, setup.mesh()),
        case_.sequencing.cfl_factor);
    coarser_mesh_.reset();
    coarser_flow_ = {};
  } else if (&level(at) == &levels_.front() && !case_.restart.file.empty()) {
    begin = begin_with_file(context_, setup, file, case_.restart.file);
    ends_ = begin.place.coarser;
  } else {
    begin = begin_with_free_stream(setup);
    if (setup.manufactured) begin.state = setup.manufactured->exact();
  }
  begin.place = {.finer = at.count - at.number, .coarser = ends_};
  return begin;
}

// One mesh: leaves the flow in `flow`, what it took in ends_, and its hash.
template <class E>
PseudoTransientResult FlowRun<E>::solve_on(LevelNumber at, FlowSetup<E>& setup, std::vector<double>& flow) {
  warn_of_flat_stencils(context_, setup.plan);
  const RestartFile file = restart_file(level(at));
  RestartData begin = begin_on(at, setup, file);
  if (begin.place.steps_behind() + begin.loop.steps == 0) clear_output_folder(context_, case_.output);
  StepHistory<E> history(context_, case_.output, setup, wall_names(levels_.back()), at.number, begin.place,
                         begin.loop.steps);
  Checkpoints checkpoints(context_.comm, file, case_.output, begin.place);
  const PseudoTransientResult end = solve_level(context_, case_, at, setup, begin, history, checkpoints);
  ends_.push_back(level_end(context_.comm, level(at).name, setup.mesh().n_global, end));
  flow = std::move(begin.state);
  hash_ = history.hash(flow);
  return end;
}

template <class E>
EndReason FlowRun<E>::solve_coarser(LevelNumber at) {
  FlowSetup<E> setup(context_, case_, level(at), case_.sequencing.on_coarser_meshes(case_.pseudo_time));
  context_.log.info(fmt::format("mesh {} of {}: {}", at.number, at.count, level(at).name));
  const PseudoTransientResult end = solve_on(at, setup, coarser_flow_);
  coarser_mesh_ = std::move(level(at).mesh);
  if (end.reason == EndReason::stopped) {
    report_run(context_, E::name, ends_, end, hash_);
    context_.log.info(fmt::format(
        "stopped on mesh {} of {}, so there are no fields; {}", at.number, at.count,
        case_.output.state ? "restart.file=" + case_.output.path("_state.h5") + " goes on from here"
                           : "the flow is lost, since output.state is off"));
  } else if (end.reason == EndReason::diverged) {
    context_.log.warn("the next mesh begins with the free stream");
    coarser_mesh_.reset();
  }
  return end.reason;
}

template <class E>
ExitCode FlowRun<E>::solve_finest() {
  const LevelNumber at{count_, count_};
  FlowSetup<E> setup(context_, case_, level(at), case_.pseudo_time);
  if (count_ > 1) context_.log.info(fmt::format("mesh {} of {}: {}", at.number, at.count, level(at).name));
  std::vector<double> flow;
  std::optional<PerformanceReport> performance;
  if (case_.output.report == Report::performance) performance.emplace();
  PseudoTransientResult end = solve_on(at, setup, flow);
  if (performance) performance->finish(context_, setup, case_.linear_solver);
  const log::ScopedStage stage(context_.timers, "output");
  FlowResults<E> results(context_, case_, setup, sections_);
  const bool ended_well = end.reason != EndReason::diverged && end.reason != EndReason::stopped;
  if (ended_well && !results.has_finite_forces(flow)) {
    context_.log.warn("the force coefficients are not numbers; check the references in section forces");
    end.reason = EndReason::diverged;
  }
  if (std::isfinite(end.residual)) report_fallback(context_, setup.residual.fallback_vertices());
  report_run(context_, E::name, ends_, end, hash_);
  results.write(flow);
  if (case_.output.report == Report::messages) {
    report_messages(context_, setup.mesh(), E::n_unknowns,
                    end.seconds / static_cast<double>(std::max<std::int64_t>(end.linear_iterations, 1)));
  }
  if (setup.manufactured) report_errors<E>(context_, *setup.manufactured, flow);
  return exit_code_of(end.reason);
}

#define INSTANTIATE(E) template class FlowRun<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
