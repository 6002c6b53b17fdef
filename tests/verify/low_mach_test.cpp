// SPDX-License-Identifier: Apache-2.0
// Slow flow over a bump in a channel. The pressure changes by the square of the Mach number, while the
// dissipation of the standard fluxes acts on it as if it changed by the first power: total pressure is lost
// and the bump has drag, the more the slower the flow. With the low-Mach forms neither depends on the Mach
// number.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/kernels/vertex_state.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::verify {
namespace {

using E = flow::CompressibleEuler;
using flow::BoundaryCondition;
using flow::BoundaryKind;
using flow::FluxScheme;

// A channel of length 3 and height 1, one cell thick, whose lower wall rises to 0.1 between x = 1 and 2.
std::shared_ptr<const mesh::FlowMesh> bump_channel(const comm::Communicator& comm) {
  mesh::BoxOptions options;
  options.nx = 24;
  options.ny = 8;
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

struct Losses {
  double drag = 0, total_pressure = 0;  // the latter a mean, over the dynamic pressure
};

Losses losses_of(const std::shared_ptr<const mesh::FlowMesh>& mesh, double mach, FluxScheme flux,
                 bool low_mach) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  flow::FlowCase flow_case;
  flow_case.flow.mach = mach;
  flow_case.flow.flux = flux;
  flow_case.flow.low_mach = low_mach;
  flow_case.forces.reference_area = 0.1;
  flow_case.pseudo_time.residual_drop = 1e6;
  flow_case.pseudo_time.max_steps = 40;
  flow_case.linear_solver.restart = 100;  // GMRES stalls with 30
  const std::vector<BoundaryCondition> conditions{BoundaryKind::far_field, BoundaryKind::far_field,
                                                  BoundaryKind::slip_wall, BoundaryKind::symmetry,
                                                  BoundaryKind::symmetry,  BoundaryKind::symmetry};
  flow::test::FlowRunOf<E> run(comm, mesh, conditions, flow_case);
  const flow::PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, flow::EndReason::converged) << end.residual << " from " << end.initial_residual;
  const auto parameters = flow::parameters_of<E>(flow_case.flow);
  double sum = 0;
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    sum += std::abs(E::derived(parameters, flow::load_state<5>(run.state.data(), vertex))[2]);
  }
  const double mean = comm::all_sum(comm, sum) / static_cast<double>(mesh->n_global);
  return {std::abs(run.steps.back().forces.drag), mean / (0.5 * parameters.gamma * mach * mach)};
}

TEST(LowMach, ReducedDissipationMakesLittleDragAndKeepsTotalPressure) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = bump_channel(comm);
  // Measured at Mach 0.01 with Roe's flux: drag 0.127 and 0.0062, loss 0.178 and 0.0076 of the dynamic
  // pressure.
  const Losses standard = losses_of(mesh, 0.01, FluxScheme::roe, false);
  for (const FluxScheme flux : {FluxScheme::roe, FluxScheme::hllc}) {
    const Losses reduced = losses_of(mesh, 0.01, flux, true);
    EXPECT_LT(reduced.drag, 0.1 * standard.drag) << static_cast<int>(flux);
    EXPECT_LT(reduced.total_pressure, 0.1 * standard.total_pressure) << static_cast<int>(flux);
    // The same at ten times the Mach number, where the gas is as good as incompressible.
    const Losses faster = losses_of(mesh, 0.1, flux, true);
    EXPECT_NEAR(reduced.drag / faster.drag, 1, 0.1) << static_cast<int>(flux);
    EXPECT_NEAR(reduced.total_pressure / faster.total_pressure, 1, 0.1) << static_cast<int>(flux);
  }
}

}  // namespace
}  // namespace trireme::verify
