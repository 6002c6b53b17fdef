// SPDX-License-Identifier: Apache-2.0
// The slope limiter of the second-order scheme: phi in [0, 1] for every owned vertex and unknown, by which
// gradients are multiplied before their ghosts are exchanged, so that edge fluxes know nothing of it. Called
// by discretization/residual. Functions and sources: kernels/limiter_function.hpp.
//
// Venkatakrishnan's e^2 = (K h / L)^3 with h the vertex's own spacing (vertex_spacing.hpp) and L the
// reference length. The unknowns are non-dimensional with free-stream scales of one (density, speed of
// sound or, if incompressible, speed, and their combinations), so e^2 serves all of them.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/limiter_options.hpp"
#include "fun3d/discretization/mesh_plan.hpp"
#include "solvers/base/array.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

template <class E>
class Limiter {
 public:
  // Collective. The plan must outlive the limiter, whose phi starts as one. Memory: 3 N + 1 doubles a vertex.
  Limiter(const comm::Communicator& comm, const MeshPlan& plan, const LimiterOptions& options);

  // phi for the state q [n_local, N] with ghosts and its unlimited gradients, owned rows of [n_local, 3, N].
  // Local.
  void update(const double* q, const double* gradients);

  // Multiplies the owned gradients by phi. Local.
  void apply(double* gradients) const;

  // phi [n_owned, N].
  std::span<const double> values() const {
    return std::span(phi_).first(static_cast<std::size_t>(plan_->mesh().n_owned) * E::n_unknowns);
  }
  // Takes phi [n_owned, N] from elsewhere, such as a checkpoint.
  void restore(std::span<const double> values);

  std::size_t memory_bytes() const {
    return (phi_.size() + minima_.size() + maxima_.size() + epsilon_squared_.size()) * sizeof(double);
  }

 private:
  const MeshPlan* plan_;
  LimiterKind kind_;
  // [n_local]: kernels also read, without using it, what lies beyond the owned vertices.
  std::vector<double> epsilon_squared_;
  Array<double> minima_, maxima_, phi_;  // [n_local, N]
};

}  // namespace trireme::flow
