// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_results.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fun3d/case/output_folder.hpp"
#include "fun3d/case/section_file.hpp"
#include "fun3d/case/surface_file.hpp"
#include "fun3d/case/volume_file.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/log/machine.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::flow {

template <class E>
FlowResults<E>::FlowResults(program::Context& context, const FlowCase& flow_case, const MeshPlan& plan,
                            const typename E::Parameters& parameters, const Forces& forces,
                            const SectionPlanes& sections, int first_step)
    : context_(context),
      case_(flow_case),
      plan_(plan),
      parameters_(parameters),
      forces_(forces),
      sections_(sections),
      final_state_(context.comm, plan.mesh().halo, E::n_unknowns),
      cauchy_(flow_case.convergence) {
  for (std::size_t marker = 0; marker < plan.conditions().size(); ++marker) {
    if (plan.conditions()[marker].kind == BoundaryKind::slip_wall) walls_.push_back(marker);
  }
  comm::run_on_root(context.comm, [&] { open_history(first_step); });
}

template <class E>
void FlowResults<E>::open_history(int first_step) {
  if (first_step == 0) {
    const std::vector<std::string> removed = remove_earlier_results(case_.output);
    if (!removed.empty()) {
      context_.log.info(fmt::format("removed the results of an earlier run in {}: {}", case_.output.directory,
                                    fmt::join(removed, ", ")));
    }
  }
  if (!case_.output.history) return;
  std::vector<std::string> names;
  for (const std::size_t wall : walls_) names.push_back(plan_.mesh().marker_names[wall]);
  history_.emplace(case_.output.path("_history.csv"), E::n_unknowns, names, first_step);
}

template <class E>
ForceCoefficients FlowResults<E>::record_step(const StepRecord& record, const double* local_state) {
  const auto by_marker = forces_.template by_marker<E>(parameters_, local_state);
  const ForceCoefficients coefficients = total(by_marker);
  // The drop of the state reached, whichever one the loop measures.
  if (record.order == case_.flow.order) {
    cauchy_.add(record.loop->initial_residual / record.residual_after, coefficients);
  } else {
    cauchy_.clear();
  }
  const std::vector<double> residuals = residuals_by_equation(record.state_residual);
  nlohmann::json by_equation = nlohmann::json::object();
  for (int row = 0; row < E::n_unknowns; ++row)
    by_equation[equation_name(row)] = residuals[static_cast<std::size_t>(row)];
  context_.record.append("history", {{"step", record.step},
                                     {"cfl", record.cfl},
                                     {"residual", record.residual},
                                     {"residual_after", record.residual_after},
                                     {"residual_after_by_equation", by_equation},
                                     {"drop", record.drop},
                                     {"linear_iterations", record.linear_iterations},
                                     {"rejections", record.rejections},
                                     {"lift", coefficients.lift},
                                     {"drag", coefficients.drag},
                                     {"moment", coefficients.moment},
                                     {"seconds", record.seconds},
                                     {"state_hash", hash(record.state)}});
  comm::CollectiveGuard(context_.comm).run([&] {
    if (!history_) return;
    std::vector<ForceCoefficients> by_wall;
    for (const std::size_t wall : walls_) by_wall.push_back(by_marker[wall]);
    history_->append(record, residuals, coefficients, by_wall);
  });
  return coefficients;
}

// Norms over all vertices of the rows of R [n_owned, N]; their squares add up to |R| squared.
template <class E>
std::vector<double> FlowResults<E>::residuals_by_equation(std::span<const double> residual) const {
  constexpr std::size_t N = E::n_unknowns;
  std::vector<double> squares(N, 0.0);
  threads::fixed_chunk_sums(plan_.mesh().n_owned, std::span<double>(squares),
                            [&](LocalIndex begin, LocalIndex end, std::span<double> out) {
                              for (std::size_t i = begin * N; i < end * N; ++i)
                                out[i % N] += residual[i] * residual[i];
                            });
  comm::all_sum_in_place(context_.comm, std::span<double>(squares));
  for (double& value : squares) value = std::sqrt(value);
  return squares;
}

template <class E>
bool FlowResults<E>::has_finite_forces(std::span<const double> state) {
  final_state_.load(state).finish();
  const ForceCoefficients sums = total(forces_.template by_marker<E>(parameters_, final_state_.data()));
  return std::isfinite(sums.lift) && std::isfinite(sums.drag) && std::isfinite(sums.moment);
}

template <class E>
void FlowResults<E>::write(std::span<const double> state, const PseudoTransientResult& end) {
  final_state_.load(state).finish();
  report_run(state, end);
  report_forces();
  report_mesh_and_memory();
  const OutputOptions& output = case_.output;
  if (output.volume) {
    write_volume_file<E>(output.path("_volume.vtkhdf"), context_.comm, plan_.mesh(), parameters_,
                         final_state_.data());
  }
  if (output.surface) {
    write_surface_file<E>(output.path("_surface.vtkhdf"), context_.comm, plan_, parameters_,
                          final_state_.data());
  }
  if (!sections_.positions.empty()) {
    write_section_csv<E>(output.path("_sections.csv"), context_.comm, plan_, wall_flags(plan_.conditions()),
                         sections_, parameters_, final_state_.data());
  }
  if (output.pressure_csv) {
    write_pressure_csv<E>(output.path("_surface.csv"), context_.comm, plan_, parameters_,
                          final_state_.data());
  }
}

template <class E>
void FlowResults<E>::report_run(std::span<const double> state, const PseudoTransientResult& end) {
  log::RunRecord& record = context_.record;
  record.set("converged", end.reason == EndReason::converged || end.reason == EndReason::settled);
  record.set("reason",
             std::string(end.reason == EndReason::stopped ? context_.stop.reason() : text_of(end.reason)));
  record.set("equations", std::string(E::name));
  record.set("steps", end.steps);
  record.set("linear_iterations", end.linear_iterations);
  record.set("rejections", end.rejections);
  record.set("initial_residual", end.initial_residual);
  record.set("residual", end.residual);
  record.set("drop", end.residual > 0 ? end.initial_residual / end.residual : HUGE_VAL);
  record.set("state_hash", hash(state));
  record.set("time.solve", comm::all_max(context_.comm, end.seconds));
}

template <class E>
void FlowResults<E>::report_forces() {
  const auto by_marker = forces_.template by_marker<E>(parameters_, final_state_.data());
  const auto as_json = [](const ForceCoefficients& c) {
    return nlohmann::json{{"lift", c.lift},
                          {"drag", c.drag},
                          {"moment", c.moment},
                          {"body_force", c.body_force},
                          {"body_moment", c.body_moment}};
  };
  context_.record.set("forces", as_json(total(by_marker)));
  nlohmann::json markers = nlohmann::json::object();
  for (const std::size_t wall : walls_) markers[plan_.mesh().marker_names[wall]] = as_json(by_marker[wall]);
  context_.record.set("forces.by_marker", markers);
  const ForceReference& reference = forces_.reference();
  const ForceAxes& axes = forces_.axes();
  context_.record.set("forces.reference", {{"area", reference.area},
                                           {"length", reference.length},
                                           {"moment_point", reference.point},
                                           {"lift_axis", axes.lift},
                                           {"drag_axis", axes.drag},
                                           {"moment_axis", axes.moment}});
}

template <class E>
void FlowResults<E>::report_mesh_and_memory() {
  const mesh::FlowMesh& mesh = plan_.mesh();
  const comm::Communicator& comm = context_.comm;
  log::RunRecord& record = context_.record;
  record.set("mesh.vertices", mesh.n_global);
  record.set("mesh.edges", mesh.n_edges_global);
  record.set("mesh.cells", comm::all_sum(comm, static_cast<GlobalIndex>(mesh.n_cells())));
  record.set("mesh.markers", mesh.marker_names);
  record.set("mesh.closure_error", mesh.closure_error);
  record.set("memory.peak_kib_per_vertex",
             1024 * comm::all_sum(comm, log::peak_memory_mib()) / static_cast<double>(mesh.n_global));
}

template <class E>
std::string FlowResults<E>::hash(std::span<const double> state) const {
  const mesh::FlowMesh& mesh = plan_.mesh();
  return io::hash_text(
      io::state_hash(context_.comm, state, E::n_unknowns,
                     std::span(mesh.original_id).first(static_cast<std::size_t>(mesh.n_owned))));
}

#define INSTANTIATE(E) template class FlowResults<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
