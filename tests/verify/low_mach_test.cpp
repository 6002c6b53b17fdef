// SPDX-License-Identifier: Apache-2.0
// Slow flow over a bump in a channel, Mach 0.01. The pressure changes by the square of the Mach number, while
// the dissipation of the standard fluxes acts on it as if it changed by the first power: entropy is made and
// the bump has drag. The low-Mach forms take most of both away.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/kernels/vertex_state.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = CompressibleEuler;

// A channel of length 3 and height 1, one cell thick, whose lower wall rises to 0.1 between x = 1 and 2.
std::shared_ptr<const mesh::FlowMesh> bump_channel(const comm::Communicator& comm) {
  mesh::BoxOptions options;
  options.nx = 48;
  options.ny = 16;
  options.nz = 1;
  options.extent = {3, 1, 0.1};
  options.cells = mesh::BoxCells::hexahedron;
  mesh::DistributedMesh box = mesh::generate_box(comm, options);
  for (auto& point : box.points) {
    const double s = std::sin(std::numbers::pi * (point[0] - 1));
    if (point[0] > 1 && point[0] < 2) point[1] += 0.1 * s * s * (1 - point[1]);
  }
  return std::make_shared<const mesh::FlowMesh>(
      mesh::build_flow_mesh(comm, std::move(box), mesh::PartitionOptions{}));
}

struct Errors {
  double drag = 0, total_pressure_loss = 0;
};

Errors errors_of(const std::shared_ptr<const mesh::FlowMesh>& mesh, FluxScheme flux, bool low_mach) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  FlowCase flow_case;
  flow_case.flow.mach = 0.01;
  flow_case.flow.flux = flux;
  flow_case.flow.low_mach = low_mach;
  flow_case.forces.reference_area = 0.1;
  flow_case.pseudo_time.residual_drop = 1e5;
  flow_case.pseudo_time.max_steps = 60;
  const std::vector<BoundaryCondition> conditions{BoundaryKind::far_field, BoundaryKind::far_field,
                                                  BoundaryKind::slip_wall, BoundaryKind::symmetry,
                                                  BoundaryKind::symmetry,  BoundaryKind::symmetry};
  test::FlowRunOf<E> run(comm, mesh, conditions, flow_case);
  const PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, EndReason::converged) << end.residual << " from " << end.initial_residual;
  Errors errors;
  errors.drag = std::abs(run.steps.back().forces.drag);
  double sum = 0;
  const auto parameters = parameters_of<E>(flow_case.flow);
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    sum += std::abs(E::derived(parameters, load_state<5>(run.state.data(), vertex))[2]);
  }
  // In units of the dynamic pressure.
  errors.total_pressure_loss =
      comm::all_sum(comm, sum) / static_cast<double>(mesh->n_global) / (0.5 * 1.4 * 1e-4);
  return errors;
}

TEST(LowMach, ReducedDissipationMakesLessDragAndLosesLessTotalPressure) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = bump_channel(comm);
  for (const FluxScheme flux : {FluxScheme::roe, FluxScheme::hllc}) {
    const Errors standard = errors_of(mesh, flux, false), reduced = errors_of(mesh, flux, true);
    EXPECT_LT(reduced.drag, 0.5 * standard.drag) << static_cast<int>(flux);
    EXPECT_LT(reduced.total_pressure_loss, 0.5 * standard.total_pressure_loss) << static_cast<int>(flux);
    RecordProperty("drag_standard", std::to_string(standard.drag));
    RecordProperty("drag_reduced", std::to_string(reduced.drag));
    RecordProperty("loss_standard", std::to_string(standard.total_pressure_loss));
    RecordProperty("loss_reduced", std::to_string(reduced.total_pressure_loss));
  }
}

}  // namespace
}  // namespace trireme::flow
