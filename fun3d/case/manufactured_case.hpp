// SPDX-License-Identifier: Apache-2.0
// A run whose solution is known: the sources and boundary states that make it one, and the error of what the
// scheme finds. Called by case/flow_run and by the tests of the order of accuracy. The source of a dual cell
// is its volume times that at its vertex, which is of second order.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/boundary_plan.hpp"
#include "fun3d/discretization/forcing.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "fun3d/physics/exact_solution.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

// Of one unknown, over dual cells: mean, root mean square (both by volume) and largest absolute error.
struct ErrorNorms {
  double l1 = 0, l2 = 0, linf = 0;
};

template <class E>
class ManufacturedCase {
 public:
  ManufacturedCase(const mesh::FlowMesh& mesh, const BoundaryPlan& boundary,
                   const typename E::Parameters& parameters, const ExactSolution<E>& solution);

  const Forcing& forcing() const { return forcing_; }
  const std::vector<double>& exact() const { return exact_; }  // [n_owned, N]

  // Of the state [n_owned, N], an entry an unknown. Collective.
  std::vector<ErrorNorms> errors(const comm::Communicator& comm, std::span<const double> state) const;

 private:
  const mesh::FlowMesh& mesh_;
  Forcing forcing_;
  std::vector<double> exact_;
};

// Record entry errors, an object by unknown of l1, l2 and linf, and a line of the log each. Collective.
template <class E>
void report_errors(program::Context& context, const ManufacturedCase<E>& manufactured,
                   std::span<const double> state);

}  // namespace trireme::flow
