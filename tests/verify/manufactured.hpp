// SPDX-License-Identifier: Apache-2.0
// Order of accuracy by exact solutions, manufactured (Salari & Knupp, SAND2000-1444) or known: a smooth state
// is chosen, the source that makes it a solution is differentiated exactly, the discrete equations are solved
// on a sequence of meshes, and the error must fall with a power of the mesh size. Boundary vertices are
// prescribed, so that the interior scheme alone is measured.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/physics/dual.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::verify {

// A function of position with its gradient.
using flow::BoundaryCondition;
using flow::BoundaryKind;
using flow::State;
using flow::Vector;
using Field = flow::Dual<3>;

inline Field sin(const Field& a) {
  return Field::of(std::sin(a.value), std::cos(a.value), a);
}
inline Field cos(const Field& a) {
  return Field::of(std::cos(a.value), -std::sin(a.value), a);
}
inline Field exp(const Field& a) {
  return Field::of(std::exp(a.value), std::exp(a.value), a);
}

// What is solved: a state as a function of position, of which every component has its gradient.
template <class E>
using Solution = State<E::n_unknowns, Field> (*)(const Vector<Field>& position);

struct Discretization {
  mesh::BoxCells cells = mesh::BoxCells::tetrahedron;
  double perturbation = 0.0;  // in brick sizes
  flow::FlowOptions flow = {};
};

template <class E>
struct PointValues {
  State<E::n_unknowns> state, source;
};

// The solution at a point and the divergence of its flux.
template <class E>
PointValues<E> values_at(const typename E::Parameters& parameters, Solution<E> solution, const double* x) {
  Vector<Field> position;
  for (std::size_t d = 0; d < 3; ++d) {
    position[d] = x[d];
    position[d].derivatives[d] = 1;
  }
  const State<E::n_unknowns, Field> q = solution(position);
  PointValues<E> values{};
  for (std::size_t d = 0; d < 3; ++d) {
    Vector<Field> axis{};
    axis[d] = 1.0;
    const auto flux = E::flux(parameters, q, axis);
    for (int k = 0; k < E::n_unknowns; ++k) values.source[k] += flux[k].derivatives[d];
  }
  for (int k = 0; k < E::n_unknowns; ++k) values.state[k] = q[k].value;
  return values;
}

// Volume-weighted root mean square errors of each unknown: of all vertices, and of those in the middle half
// of the unit box along every axis, which leaves out what the one-sided gradients of prescribed vertices do.
template <class E>
struct Errors {
  State<E::n_unknowns> whole{}, middle{};
};

inline bool in_the_middle(const double* x) {
  // A little more than half, so that a lattice plane at a quarter counts on every mesh.
  return std::abs(x[0] - 0.5) < 0.27 && std::abs(x[1] - 0.5) < 0.27 && std::abs(x[2] - 0.5) < 0.27;
}

template <class E>
Errors<E> solve_and_measure(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                            const flow::FlowOptions& flow_options, Solution<E> solution) {
  constexpr int N = E::n_unknowns;
  const std::vector<BoundaryCondition> conditions(mesh->marker_names.size(), BoundaryKind::exact);
  flow::FlowCase flow_case;
  flow_case.flow = flow_options;
  flow_case.pseudo_time.residual_drop = 1e8;
  flow_case.pseudo_time.max_steps = 60;
  const auto parameters = flow::parameters_of<E>(flow_case.flow);

  std::vector<double> exact;
  flow::Forcing forcing;
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    const auto values =
        values_at<E>(parameters, solution, &mesh->coordinates[3 * static_cast<std::size_t>(vertex)]);
    exact.insert(exact.end(), values.state.begin(), values.state.end());
    for (const double source : values.source) {
      forcing.source.push_back(source * mesh->volumes[static_cast<std::size_t>(vertex)]);
    }
  }
  const flow::BoundaryPlan boundary(*mesh, conditions);
  for (const LocalIndex vertex : boundary.exact().vertices) {
    const double* q = &exact[static_cast<std::size_t>(vertex) * N];
    forcing.exact_state.insert(forcing.exact_state.end(), q, q + N);
  }

  flow::test::FlowRunOf<E> run(comm, mesh, conditions, flow_case, forcing, true);
  run.state = exact;  // near the discrete solution, so that no step is spent on getting there
  for (std::size_t i = 0; i < run.state.size(); ++i)
    run.state[i] += 0.01 * std::sin(static_cast<double>(i % 17));
  const flow::PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, flow::EndReason::converged)
      << mesh->n_global << " vertices, residual " << end.residual;

  std::vector<double> sums(2 * (N + 1), 0.0);  // of the whole, then of the middle
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    const auto v = static_cast<std::size_t>(vertex);
    const double volume = mesh->volumes[v];
    const std::size_t regions = in_the_middle(&mesh->coordinates[3 * v]) ? 2 : 1;
    for (std::size_t region = 0; region < regions; ++region) {
      double* sum = &sums[region * (N + 1)];
      sum[N] += volume;
      for (std::size_t k = 0; k < N; ++k) {
        const double error = run.state[v * N + k] - exact[v * N + k];
        sum[k] += volume * error * error;
      }
    }
  }
  comm::all_sum_in_place(comm, std::span<double>(sums));
  Errors<E> errors;
  for (std::size_t k = 0; k < N; ++k) {
    errors.whole[k] = std::sqrt(sums[k] / sums[N]);
    errors.middle[k] = std::sqrt(sums[N + 1 + k] / sums[2 * N + 1]);
  }
  return errors;
}

// Expects the error of every unknown to fall with at least the given power when the mesh size is halved;
// `meshes` goes into the property that records the order.
template <class E>
void expect_order_between(const State<E::n_unknowns>& coarse, const State<E::n_unknowns>& fine,
                          double least_order, const std::string& meshes) {
  for (int k = 0; k < E::n_unknowns; ++k) {
    const std::string name(E::unknown_names[static_cast<std::size_t>(k)]);
    const double order = std::log2(coarse[k] / fine[k]);
    EXPECT_GE(order, least_order) << name << ": " << coarse[k] << " -> " << fine[k];
    ::testing::Test::RecordProperty("order_" + name + "_" + meshes, std::to_string(order));
  }
}

// On boxes of n^3 and (2 n)^3 bricks; in their middle another power may be asked for as well.
template <class E>
void expect_order(double least_order, const Discretization& discretization, Solution<E> solution,
                  std::int64_t n = 12, std::optional<double> least_order_in_the_middle = std::nullopt) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto measure = [&](std::int64_t bricks) {
    return solve_and_measure<E>(
        comm, flow::test::box_mesh(comm, bricks, discretization.cells, discretization.perturbation),
        discretization.flow, solution);
  };
  const auto coarse = measure(n), fine = measure(2 * n);
  const std::string cells = discretization.cells == mesh::BoxCells::tetrahedron  ? "tetrahedra"
                            : discretization.cells == mesh::BoxCells::hexahedron ? "hexahedra"
                                                                                 : "prisms";
  expect_order_between<E>(coarse.whole, fine.whole, least_order, cells);
  if (least_order_in_the_middle) {
    expect_order_between<E>(coarse.middle, fine.middle, *least_order_in_the_middle, cells + "_middle");
  }
}

}  // namespace trireme::verify
