// SPDX-License-Identifier: Apache-2.0
// Order of accuracy by the method of manufactured solutions (Salari & Knupp, SAND2000-1444): a smooth state
// is chosen, the source that makes it a solution is differentiated exactly, the discrete equations are solved
// on a sequence of meshes, and the error must fall with the second power of the mesh size. Boundary vertices
// are prescribed, so that the interior scheme alone is measured.
#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/verify/dual_number.hpp"

namespace trireme::flow {
namespace {

using verify::Dual;
constexpr int N = 4;
constexpr double beta = 15.0;

std::array<Dual, N> manufactured(const double* position) {
  const Dual x = Dual::variable(position[0], 0), y = Dual::variable(position[1], 1),
             z = Dual::variable(position[2], 2);
  return {1.0 + 0.4 * sin(1.7 * x + 0.6 * y + z), 1.0 + 0.3 * cos(0.9 * x + 1.4 * y) * sin(1.1 * z + 0.3 * x),
          0.2 + 0.3 * sin(1.3 * y + 0.8 * z) * cos(0.7 * x), -0.1 + 0.25 * cos(1.2 * z + 0.9 * x + 0.5 * y)};
}

// The divergence of the flux: beta div v, and div(v v_i) + dp/dx_i.
State<N> source(const std::array<Dual, N>& q) {
  State<N> s{};
  for (std::size_t d = 0; d < 3; ++d) {
    s[0] += beta * q[1 + d].gradient[d];
    for (std::size_t i = 0; i < 3; ++i) s[1 + i] += (q[1 + d] * q[1 + i]).gradient[d];
  }
  for (std::size_t i = 0; i < 3; ++i) s[1 + i] += q[0].gradient[i];
  return s;
}

// Volume-weighted root mean square error of each unknown.
State<N> solve_and_measure(const comm::Communicator& comm, std::int64_t n, double perturbation,
                           GradientWeights weights) {
  const auto mesh = test::box_mesh(comm, n, mesh::BoxCells::tetrahedron, perturbation);
  const std::vector<BoundaryKind> kinds(6, BoundaryKind::exact);
  std::vector<double> exact;
  Forcing forcing;
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    const auto q = manufactured(&mesh->coordinates[3 * static_cast<std::size_t>(vertex)]);
    const State<N> s = source(q);
    for (int k = 0; k < N; ++k) {
      exact.push_back(q[static_cast<std::size_t>(k)].value);
      forcing.source.push_back(s[static_cast<std::size_t>(k)] *
                               mesh->volumes[static_cast<std::size_t>(vertex)]);
    }
  }
  const BoundaryPlan boundary(*mesh, kinds);
  for (const LocalIndex vertex : boundary.exact().vertices) {
    for (int k = 0; k < N; ++k)
      forcing.exact_state.push_back(exact[static_cast<std::size_t>(vertex) * N + k]);
  }

  FlowCase flow_case;
  flow_case.flow.beta = beta;
  flow_case.flow.gradient_weights = weights;
  flow_case.pseudo_time.residual_drop = 1e8;
  flow_case.pseudo_time.max_steps = 60;
  test::FlowRun run(comm, mesh, kinds, flow_case, forcing, true);
  run.state = exact;  // near the discrete solution, so that no step is spent on getting there
  for (std::size_t i = 0; i < run.state.size(); ++i)
    run.state[i] += 0.01 * std::sin(static_cast<double>(i % 17));
  const PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, EndReason::converged) << "n = " << n << ", residual " << end.residual;

  std::vector<double> sums(N + 1, 0.0);
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    const double volume = mesh->volumes[static_cast<std::size_t>(vertex)];
    sums[N] += volume;
    for (int k = 0; k < N; ++k) {
      const double error = run.state[static_cast<std::size_t>(vertex) * N + k] -
                           exact[static_cast<std::size_t>(vertex) * N + k];
      sums[static_cast<std::size_t>(k)] += volume * error * error;
    }
  }
  comm::all_sum_in_place(comm, std::span<double>(sums));
  State<N> errors;
  for (int k = 0; k < N; ++k) errors[k] = std::sqrt(sums[static_cast<std::size_t>(k)] / sums[N]);
  return errors;
}

void expect_second_order(double perturbation, GradientWeights weights) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const State<N> coarse = solve_and_measure(comm, 12, perturbation, weights);
  const State<N> fine = solve_and_measure(comm, 24, perturbation, weights);
  for (int k = 0; k < N; ++k) {
    const double order = std::log2(coarse[k] / fine[k]);
    EXPECT_GE(order, 1.8) << IncompressibleEuler::unknown_names[static_cast<std::size_t>(k)] << ": "
                          << coarse[k] << " -> " << fine[k];
    ::testing::Test::RecordProperty(
        "order_" + std::string(IncompressibleEuler::unknown_names[static_cast<std::size_t>(k)]),
        std::to_string(order));
  }
}

TEST(IncompressibleManufactured, IsSecondOrderOnRegularTetrahedra) {
  expect_second_order(0.0, GradientWeights::unweighted);
}
TEST(IncompressibleManufactured, IsSecondOrderOnPerturbedTetrahedra) {
  expect_second_order(0.16, GradientWeights::unweighted);
}
TEST(IncompressibleManufactured, IsSecondOrderWithWeightedGradients) {
  expect_second_order(0.16, GradientWeights::inverse_distance);
}

}  // namespace
}  // namespace trireme::flow
