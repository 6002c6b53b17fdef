// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/run_flow.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "fun3d/case/case_settings.hpp"
#include "fun3d/case/checkpoints.hpp"
#include "fun3d/case/fallback_report.hpp"
#include "fun3d/case/flow_results.hpp"
#include "fun3d/case/ignored_options.hpp"
#include "fun3d/case/output_folder.hpp"
#include "fun3d/case/section_file.hpp"
#include "fun3d/case/solver_types.hpp"
#include "fun3d/case/step_line.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/log/progress.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::flow {

using program::Context;
using program::ExitCode;

namespace {

std::shared_ptr<const mesh::FlowMesh> load_mesh(Context& context, const FlowCase& flow_case) {
  const log::ScopedStage stage(context.timers, "mesh");
  return std::make_shared<const mesh::FlowMesh>(
      mesh::load_flow_mesh(context.comm, flow_case.mesh, context.log));
}

void warn_of_ignored_options(Context& context, const FlowCase& flow_case) {
  for (const std::string& sentence : ignored_options(flow_case)) context.log.warn(sentence);
}

void say_defaults_are_solved(Context& context, const FlowCase& flow_case) {
  if (!context.deck.empty() || !flow_case.mesh.file.empty()) return;
  context.log.info(fmt::format(
      "no deck and no mesh file are given: solving on a generated mesh of about {} vertices, with "
      "defaults where nothing else is said; files go to {}",
      flow_case.mesh.target_vertices, flow_case.output.path("_...")));
}

void say_what_is_solved(Context& context, const mesh::FlowMesh& mesh,
                        std::span<const BoundaryCondition> conditions) {
  context.log.info(fmt::format("mesh: {} vertices, {} edges on {} ranks of {} threads", mesh.n_global,
                               mesh.n_edges_global, context.comm.size(), threads::max_threads()));
  for (std::size_t marker = 0; marker < conditions.size(); ++marker) {
    context.log.info(
        fmt::format("boundary {}: {}", mesh.marker_names[marker], name_of(conditions[marker].kind)));
  }
}

SectionPlanes sections_of(Context& context, const mesh::FlowMesh& mesh,
                          std::span<const BoundaryCondition> conditions, const FlowCase& flow_case) {
  const int up = flow_case.flow.up_axis == UpAxis::y ? 1 : 2;
  return place_sections(context.comm, mesh, wall_flags(conditions), flow_case.output, up);
}

void warn_of_flat_stencils(Context& context, const MeshPlan& plan) {
  const auto flat = comm::all_sum(context.comm, static_cast<GlobalIndex>(plan.gradients().n_degenerate()));
  if (flat == 0) return;
  context.log.warn(
      fmt::format("{} vertices have neighbours only in a plane or on a line; their gradients vanish in the "
                  "other directions",
                  flat));
}

template <class E>
std::vector<double> free_stream_everywhere(const typename E::Parameters& parameters, LocalIndex n_owned) {
  std::vector<double> state;
  state.reserve(static_cast<std::size_t>(n_owned) * E::n_unknowns);
  const auto free_stream = E::free_stream(parameters);
  for (LocalIndex vertex = 0; vertex < n_owned; ++vertex) {
    state.insert(state.end(), free_stream.begin(), free_stream.end());
  }
  return state;
}

// The state to begin with, and what a former run remembered at it. Changed options make a new run of it,
// which only starts closer to its end: the CFL number grows anew and the drop counts from the free stream.
template <class E>
RestartData begin_state(Context& context, const FlowCase& flow_case, const RestartFile& restart,
                        const typename E::Parameters& parameters, LocalIndex n_owned,
                        PseudoTransient<E>& loop) {
  const std::string& file = flow_case.restart.file;
  std::vector<double> free_stream = free_stream_everywhere<E>(parameters, n_owned);
  if (file.empty())
    return {.state = std::move(free_stream), .limiter = {}, .loop = {}, .watched = {}, .changes = {}};
  RestartData begin = restart.read(file);
  if (begin.changes.empty()) {
    context.log.info(fmt::format("continuing {} after step {}", file, begin.loop.steps));
    return begin;
  }
  context.log.info(fmt::format("beginning with the flow of {}, whose run had other options:", file));
  for (const std::string& change : begin.changes) context.log.info("  " + change);
  begin.loop = {};
  begin.limiter.clear();
  begin.watched.clear();
  begin.loop.initial_residual = begin.loop.cfl.initial_norm =
      std::max(loop.residual_norm(free_stream), loop.residual_norm(begin.state));
  return begin;
}

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

// visit(E{}) with the equation set of the deck.
template <class Visitor>
ExitCode with_equation_set(EquationChoice choice, Visitor&& visit) {
  switch (choice) {
    case EquationChoice::incompressible_euler:
      return visit(IncompressibleEuler{});
    case EquationChoice::compressible_euler:
      return visit(CompressibleEuler{});
  }
  return ExitCode::internal;
}

template <class E>
ExitCode solve(Context& context, const FlowCase& flow_case) {
  petsc::check(petsc::register_types());
  check_solver_types(flow_case.linear_solver);
  comm::run_on_root(context.comm, [&] { make_output_folder(flow_case.output); });
  const auto mesh = load_mesh(context, flow_case);
  const auto conditions = resolve_boundaries(mesh->marker_names, flow_case.boundary);
  require_boundaries_of<E>(mesh->marker_names, conditions);
  say_what_is_solved(context, *mesh, conditions);
  const SectionPlanes sections = sections_of(context, *mesh, conditions, flow_case);

  const auto parameters = parameters_of<E>(flow_case.flow);
  const MeshPlan plan(mesh, conditions, flow_case.flow.gradient_weights);
  warn_of_flat_stencils(context, plan);
  Residual<E> residual(context.comm, plan, parameters, flow_case.flow.order, {}, flow_case.limiter);
  const Jacobian<E> jacobian(plan, parameters, false);
  NewtonStep<E> newton(context.comm, residual, jacobian, flow_case.linear_solver, context.timers);
  PseudoTransient<E> loop(context.comm, residual, newton, flow_case.pseudo_time, flow_case.start_up,
                          flow_case.limiter.freeze_after_drop);
  const Forces forces(context.comm, plan, flow_case.forces.reference(), force_axes(flow_case.flow));
  const RestartFile restart(context.comm, *mesh, E::name, E::n_unknowns, settings_text(flow_case));
  RestartData begin = begin_state<E>(context, flow_case, restart, parameters, mesh->n_owned, loop);
  FlowResults<E> results(context, flow_case, plan, parameters, forces, sections,
                         static_cast<int>(begin.loop.steps));
  results.cauchy_window().restore(begin.watched);
  Checkpoints checkpoints(context.comm, restart, flow_case.output);

  std::vector<double>& state = begin.state;
  context.log.info(step_heading());
  std::optional<log::Progress> progress;
  newton.on_linear_iteration([&](int iteration) {
    if (!progress) progress.emplace(context.log, "linear iterations of this step", 0);
    progress->update(iteration);
  });
  PseudoTransientHooks hooks;
  hooks.after_step = [&](const StepRecord& record) {
    progress.reset();
    const ForceCoefficients coefficients = results.record_step(record, residual.local_state());
    context.log.info(step_line(record, coefficients, estimate_seconds_left(record, flow_case.pseudo_time)));
    checkpoints.after_step(
        record.state, *record.loop, [&] { return residual.limiter(); }, results.cauchy_window());
  };
  hooks.rejected = [&](double cfl, double norm, std::string_view why) {
    context.log.warn(rejection_line(cfl, norm, why));
  };
  hooks.phase_changed = [&](std::string_view what) { context.log.info(std::string(what)); };
  if (flow_case.convergence.watches_forces()) hooks.settled = [&] { return results.forces_settled(); };
  hooks.stop_requested = [&] { return context.stop.requested(context.comm); };
  if (!begin.limiter.empty()) residual.restore_limiter(begin.limiter);
  PseudoTransientResult end;
  {
    const log::ScopedStage stage(context.timers, "solve");
    end = loop.run(state, hooks, begin.loop);
  }
  const log::ScopedStage stage(context.timers, "output");
  checkpoints.at_end(state, end.loop, residual.limiter(), results.cauchy_window());
  const bool ended_well = end.reason != EndReason::diverged && end.reason != EndReason::stopped;
  if (ended_well && !results.has_finite_forces(state)) {
    context.log.warn("the force coefficients are not numbers; check the references in section forces");
    end.reason = EndReason::diverged;
  }
  if (std::isfinite(end.residual)) report_fallback(context, residual.fallback_vertices());
  results.write(state, end);
  context.log.info(end_line(end));
  return exit_code_of(end.reason);
}

}  // namespace

ExitCode run_flow(Context& context, const FlowCase& flow_case) {
  flow_case.validate();
  warn_of_ignored_options(context, flow_case);
  say_defaults_are_solved(context, flow_case);
  return with_equation_set(flow_case.flow.equations,
                           [&]<class E>(E) { return solve<E>(context, flow_case); });
}

ExitCode check_flow(Context& context, const FlowCase& flow_case) {
  flow_case.validate();
  warn_of_ignored_options(context, flow_case);
  petsc::check(petsc::register_types());
  check_solver_types(flow_case.linear_solver);
  comm::run_on_root(context.comm, [&] { require_output_folder(flow_case.output); });
  const auto mesh = load_mesh(context, flow_case);
  const auto conditions = resolve_boundaries(mesh->marker_names, flow_case.boundary);
  return with_equation_set(flow_case.flow.equations, [&]<class E>(E) {
    require_boundaries_of<E>(mesh->marker_names, conditions);
    parameters_of<E>(flow_case.flow);
    say_what_is_solved(context, *mesh, conditions);
    sections_of(context, *mesh, conditions, flow_case);
    if (!flow_case.restart.file.empty()) {
      const RestartFile restart(context.comm, *mesh, E::name, E::n_unknowns, settings_text(flow_case));
      restart.read(flow_case.restart.file);
    }
    return ExitCode::done;
  });
}

}  // namespace trireme::flow
