// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_results.hpp"

#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "fun3d/case/section_file.hpp"
#include "fun3d/case/surface_file.hpp"
#include "fun3d/case/volume_file.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/log/machine.hpp"

namespace trireme::flow {

template <class E>
FlowResults<E>::FlowResults(program::Context& context, const FlowCase& flow_case, FlowSetup<E>& setup,
                            const SectionPlanes& sections)
    : context_(context),
      case_(flow_case),
      setup_(setup),
      sections_(sections),
      final_state_(context.comm, setup.mesh().halo, E::n_unknowns) {
  for (std::size_t marker = 0; marker < setup.plan.conditions().size(); ++marker) {
    if (setup.plan.conditions()[marker].kind == BoundaryKind::slip_wall) walls_.push_back(marker);
  }
}

template <class E>
bool FlowResults<E>::has_finite_forces(std::span<const double> state) {
  final_state_.load(state).finish();
  const ForceCoefficients sums =
      total(setup_.forces.template by_marker<E>(setup_.parameters, final_state_.data()));
  return std::isfinite(sums.lift) && std::isfinite(sums.drag) && std::isfinite(sums.moment);
}

template <class E>
void FlowResults<E>::write(std::span<const double> state) {
  final_state_.load(state).finish();
  report_forces();
  report_mesh_and_memory();
  const OutputOptions& output = case_.output;
  if (output.volume) {
    std::optional<SchemeFields> scheme;
    if (output.scheme_fields) scheme = scheme_fields(context_.comm, setup_.residual, state);
    write_volume_file<E>(output.path("_volume.vtkhdf"), context_.comm, setup_.mesh(), setup_.parameters,
                         final_state_.data(), scheme ? &*scheme : nullptr);
  }
  if (output.surface) {
    write_surface_file<E>(output.path("_surface.vtkhdf"), context_.comm, setup_.plan, setup_.parameters,
                          final_state_.data());
  }
  if (!sections_.positions.empty()) {
    write_section_csv<E>(output.path("_sections.csv"), context_.comm, setup_.plan,
                         wall_flags(setup_.plan.conditions()), sections_, setup_.parameters,
                         final_state_.data());
  }
  if (output.pressure_csv) {
    write_pressure_csv<E>(output.path("_surface.csv"), context_.comm, setup_.plan, setup_.parameters,
                          final_state_.data());
  }
}

template <class E>
void FlowResults<E>::report_forces() {
  const auto by_marker = setup_.forces.template by_marker<E>(setup_.parameters, final_state_.data());
  const auto as_json = [](const ForceCoefficients& c) {
    return nlohmann::json{{"lift", c.lift},
                          {"drag", c.drag},
                          {"moment", c.moment},
                          {"body_force", c.body_force},
                          {"body_moment", c.body_moment}};
  };
  context_.record.set("forces", as_json(total(by_marker)));
  nlohmann::json markers = nlohmann::json::object();
  for (const std::size_t wall : walls_) markers[setup_.mesh().marker_names[wall]] = as_json(by_marker[wall]);
  context_.record.set("forces.by_marker", markers);
  const ForceReference& reference = setup_.forces.reference();
  const ForceAxes& axes = setup_.forces.axes();
  context_.record.set("forces.reference", {{"area", reference.area},
                                           {"length", reference.length},
                                           {"moment_point", reference.point},
                                           {"lift_axis", axes.lift},
                                           {"drag_axis", axes.drag},
                                           {"moment_axis", axes.moment}});
}

template <class E>
void FlowResults<E>::report_mesh_and_memory() {
  const mesh::FlowMesh& mesh = setup_.mesh();
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

#define INSTANTIATE(E) template class FlowResults<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
