// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_results.hpp"

#include <array>
#include <cmath>
#include <filesystem>

#include "fun3d/case/surface_file.hpp"
#include "fun3d/case/volume_file.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/checkpoint.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/log/machine.hpp"

namespace trireme::flow {

template <class E>
FlowResults<E>::FlowResults(program::Context& context, const FlowCase& flow_case, const MeshPlan& plan,
                            const typename E::Parameters& parameters, const Forces& forces)
    : context_(context),
      case_(flow_case),
      plan_(plan),
      parameters_(parameters),
      forces_(forces),
      final_state_(context.comm, plan.mesh().halo, E::n_unknowns) {
  comm::CollectiveGuard(context.comm).run([&] {
    if (context_.comm.is_root()) open_history();
  });
}

template <class E>
void FlowResults<E>::open_history() {
  std::error_code failure;
  std::filesystem::create_directories(case_.output.directory, failure);
  if (failure) {
    throw Error(ErrorKind::io, "cannot make the output folder " + case_.output.directory, failure.message(),
                "check output.directory");
  }
  if (!case_.output.history) return;
  history_.emplace(case_.output.path("_history.csv"), std::vector<io::CsvColumn>{{"step"},
                                                                                 {"cfl", "1"},
                                                                                 {"residual", "1"},
                                                                                 {"drop", "1"},
                                                                                 {"linear_iterations"},
                                                                                 {"lift", "1"},
                                                                                 {"drag", "1"},
                                                                                 {"moment", "1"},
                                                                                 {"time", "s"}});
}

template <class E>
ForceCoefficients FlowResults<E>::record_step(const StepRecord& record, const double* local_state) {
  const ForceCoefficients coefficients = total(forces_.template by_marker<E>(parameters_, local_state));
  context_.record.append("history", {{"step", record.step},
                                     {"cfl", record.cfl},
                                     {"residual", record.residual},
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
    history_->append(std::array{static_cast<double>(record.step), record.cfl, record.residual, record.drop,
                                static_cast<double>(record.linear_iterations), coefficients.lift,
                                coefficients.drag, coefficients.moment, record.seconds});
  });
  return coefficients;
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
  if (output.state) write_state(state, end);
  if (output.volume) {
    write_volume_file<E>(output.path("_volume.vtkhdf"), context_.comm, plan_.mesh(), parameters_,
                         final_state_.data());
  }
  if (output.surface) {
    write_surface_file<E>(output.path("_surface.vtkhdf"), context_.comm, plan_, parameters_,
                          final_state_.data());
  }
  if (output.pressure_csv) {
    write_pressure_csv<E>(output.path("_surface.csv"), context_.comm, plan_, parameters_,
                          final_state_.data());
  }
}

template <class E>
void FlowResults<E>::write_state(std::span<const double> state, const PseudoTransientResult& end) {
  const mesh::FlowMesh& mesh = plan_.mesh();
  io::CheckpointWriter writer(case_.output.path("_state.h5"), context_.comm,
                              "trireme-fun3d " + std::string(E::name), mesh.n_global,
                              std::span(mesh.original_id).first(static_cast<std::size_t>(mesh.n_owned)));
  writer.field("state", state, E::n_unknowns);
  writer.scalar("steps", static_cast<std::int64_t>(end.steps));
  writer.scalar("initial_residual", end.initial_residual);
  writer.scalar("residual", end.residual);
  writer.commit();
}

template <class E>
void FlowResults<E>::report_run(std::span<const double> state, const PseudoTransientResult& end) {
  log::RunRecord& record = context_.record;
  record.set("converged", end.reason == EndReason::converged);
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
    return nlohmann::json{{"lift", c.lift}, {"drag", c.drag}, {"moment", c.moment}};
  };
  context_.record.set("forces", as_json(total(by_marker)));
  nlohmann::json markers = nlohmann::json::object();
  for (std::size_t marker = 0; marker < by_marker.size(); ++marker) {
    if (plan_.conditions()[marker].kind == BoundaryKind::slip_wall) {
      markers[plan_.mesh().marker_names[marker]] = as_json(by_marker[marker]);
    }
  }
  context_.record.set("forces.by_marker", markers);
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
