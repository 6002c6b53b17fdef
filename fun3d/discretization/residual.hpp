// SPDX-License-Identifier: Apache-2.0
// The steady residual R(q): the net flux out of every dual cell, sum over faces of F.n area, minus sources.
// Second order: Roe's flux between states extrapolated by least-squares gradients, linear wall pressure.
// First order: between vertex states, lumped wall pressure; its derivative is what discretization/jacobian
// assembles. Called by nonlinear/ for every function evaluation, a matrix-free product included.
#pragma once

#include <optional>
#include <span>

#include "fun3d/discretization/forcing.hpp"
#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/discretization/vertex_field.hpp"

namespace trireme::flow {

enum class Order { first, second };

template <class E>
class Residual {
 public:
  // Collective. The plan must outlive the residual.
  Residual(const comm::Communicator& comm, const MeshPlan& plan, const typename E::Parameters& parameters,
           Order order, Forcing forcing = {});

  // residual = R(q); both [n_owned, N]. Collective: two halo exchanges (one at first order).
  void evaluate(std::span<const double> q, std::span<double> residual);

  // sums [n_owned]: wave speed times area over the faces of each dual cell, from the state q. Collective.
  void wave_speed_sums(std::span<const double> q, std::span<double> sums);

  // The state with ghosts [n_local, N] of the last evaluation.
  const double* local_state() const { return state_.data(); }
  // Gradients [n_local, 3, N] of the last evaluation; null at first order.
  const double* gradients() const { return gradients_ ? gradients_->data() : nullptr; }
  std::size_t memory_bytes() const {
    return state_.memory_bytes() + (gradients_ ? gradients_->memory_bytes() : 0);
  }

  const typename E::Parameters& parameters() const { return parameters_; }
  const MeshPlan& plan() const { return *plan_; }

 private:
  void compute_gradients(comm::HaloExchange<double>::Pending& state_arriving);
  void add_boundary_fluxes(double* residual) const;
  void apply_forcing(std::span<double> residual) const;

  const MeshPlan* plan_;
  typename E::Parameters parameters_;
  Order order_;
  Forcing forcing_;
  VertexField state_;
  std::optional<VertexField> gradients_;  // absent at first order
};

}  // namespace trireme::flow
