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

#include "fun3d/case/manufactured_case.hpp"
#include "fun3d/physics/manufactured_solution.hpp"
#include "meshes/refine/split_to_tets.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::verify {

using flow::BoundaryCondition;
using flow::BoundaryKind;
using flow::Field;
using flow::State;
using flow::Vector;

// What is solved.
template <class E>
using Solution = flow::ExactSolution<E>;

struct Discretization {
  mesh::BoxCells cells = mesh::BoxCells::tetrahedron;
  double perturbation = 0.0;  // in brick sizes
  bool split_to_tets = false;
  flow::FlowOptions flow = {};
};

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
                            const flow::FlowOptions& flow_options, const Solution<E>& solution) {
  constexpr int N = E::n_unknowns;
  const std::vector<BoundaryCondition> conditions(mesh->marker_names.size(), BoundaryKind::exact);
  flow::FlowCase flow_case;
  flow_case.flow = flow_options;
  flow_case.pseudo_time.residual_drop = 1e8;
  flow_case.pseudo_time.max_steps = 60;
  const auto parameters = flow::parameters_of<E>(flow_case.flow);

  const flow::BoundaryPlan boundary(*mesh, conditions);
  const flow::ManufacturedCase<E> manufactured(*mesh, boundary, parameters, solution);
  const std::vector<double>& exact = manufactured.exact();
  flow::test::FlowRunOf<E> run(comm, mesh, conditions, flow_case, manufactured.forcing(), true);
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
void expect_order(double least_order, const Discretization& discretization, const Solution<E>& solution,
                  std::int64_t n = 12, std::optional<double> least_order_in_the_middle = std::nullopt) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto measure = [&](std::int64_t bricks) {
    mesh::BoxOptions box;
    box.nx = box.ny = box.nz = bricks;
    box.cells = discretization.cells;
    box.perturbation = discretization.perturbation;
    mesh::DistributedMesh cells = mesh::generate_box(comm, box);
    if (discretization.split_to_tets) mesh::split_to_tets(comm, cells);
    return solve_and_measure<E>(comm,
                                std::make_shared<const mesh::FlowMesh>(
                                    mesh::build_flow_mesh(comm, std::move(cells), mesh::PartitionOptions{})),
                                discretization.flow, solution);
  };
  const auto coarse = measure(n), fine = measure(2 * n);
  const std::string cells = discretization.cells == mesh::BoxCells::tetrahedron  ? "tetrahedra"
                            : discretization.cells == mesh::BoxCells::hexahedron ? "hexahedra"
                                                                                 : "prisms";
  const std::string name = discretization.split_to_tets ? "split_" + cells : cells;
  expect_order_between<E>(coarse.whole, fine.whole, least_order, name);
  if (least_order_in_the_middle) {
    expect_order_between<E>(coarse.middle, fine.middle, *least_order_in_the_middle, name + "_middle");
  }
}

}  // namespace trireme::verify
