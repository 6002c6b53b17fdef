// SPDX-License-Identifier: Apache-2.0
// The steady residual R(q): the net flux out of every dual cell, sum over faces of F.n area, minus sources.
// Second order: the upwind flux between states extrapolated by least-squares gradients, linear wall pressure.
// A slope limiter, if there is one, multiplies the gradients. First order: between vertex states, lumped wall
// pressure; its derivative is what discretization/jacobian assembles. At vertices on planes of symmetry it is
// half that of the whole mesh: mirrored gradients, no momentum across. Called by nonlinear/ for every
// function evaluation, a matrix-free product included.
#pragma once

#include <optional>
#include <span>

#include "fun3d/discretization/fallback.hpp"
#include "fun3d/discretization/forcing.hpp"
#include "fun3d/discretization/kernel_log.hpp"
#include "fun3d/discretization/limiter.hpp"
#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/discretization/segregated_fields.hpp"
#include "fun3d/discretization/vertex_field.hpp"
#include "solvers/base/array.hpp"

namespace trireme::flow {

enum class Order { first, second };

// Whether an evaluation makes the limiter anew from its state or keeps that of an earlier one. Matrix-free
// products of either are possible, see LimiterDerivative.
enum class LimiterUse { update, keep };

template <class E>
class Residual {
 public:
  // Collective. The plan must outlive the residual.
  Residual(const comm::Communicator& comm, const MeshPlan& plan, const typename E::Parameters& parameters,
           Order order, Forcing forcing = {}, const LimiterOptions& limiter = {});

  Order order() const { return order_; }
  // From the next evaluation on. Collective.
  void set_order(Order order);

  // From the next evaluation on; update at first. Without a limiter nothing changes. Local, but to be called
  // alike on every rank.
  void set_limiter_use(LimiterUse use) { limiter_use_ = use; }
  bool has_limiter() const { return limiter_.has_value(); }
  // phi [n_owned, N] of the last evaluation that made it, one before; empty without a limiter.
  std::span<const double> limiter() const;
  // Takes phi [n_owned, N] as if an evaluation had made it. Only with a limiter.
  void restore_limiter(std::span<const double> values);

  // residual = R(q); both [n_owned, N]. Collective: two halo exchanges (one at first order).
  void evaluate(std::span<const double> q, std::span<double> residual);

  // The two halves of an evaluation that measurements look at: gradients (and limiter) of the state, their
  // ghosts included; and the fluxes through the edges from what the former left, without boundaries. At first
  // order the former only takes the state. Collective.
  void evaluate_gradients(std::span<const double> q);
  void evaluate_edge_fluxes(std::span<double> residual);

  // sums [n_owned]: wave speed times area over the faces of each dual cell, from the state q; in a
  // plane mesh without what the faces extend along z. Collective.
  void wave_speed_sums(std::span<const double> q, std::span<double> sums);

  // Vertices at which the last evaluation fell back to first order, at most n_worst of them listed.
  // Collective.
  FallbackReport fallback_vertices(int n_worst = 10) const {
    return find_fallback<E>(comm_, *plan_, state_.data(), gradients(), n_worst);
  }

  // The state with ghosts [n_local, N] of the last evaluation.
  const double* local_state() const { return state_.data(); }
  // Gradients [n_local, 3, N] of the last evaluation, limited; null at first order.
  const double* gradients() const { return order_ == Order::second ? gradients_->data() : nullptr; }
  std::size_t memory_bytes() const {
    return state_.memory_bytes() + (gradients_ ? gradients_->memory_bytes() : 0) +
           (limiter_ ? limiter_->memory_bytes() : 0) + copies_.size() * sizeof(double) +
           segregated_.memory_bytes();
  }

  // From now on the kernels are log events (kernel_log.hpp). The timers must outlive the residual. Local.
  void log_to(log::Timers& timers) { log_.log_to(timers); }

  const typename E::Parameters& parameters() const { return parameters_; }
  const MeshPlan& plan() const { return *plan_; }

 private:
  // flops of one call by what kernel_costs.hpp says.
  KernelLog::Scope log(FlowKernel kernel) const;
  bool segregated() const { return plan_->performance().layout == StateLayout::segregated; }
  void compute_gradients(comm::HaloExchange<double>::Pending& state_arriving);
  void gradients_over_vertices(comm::HaloExchange<double>::Pending& state_arriving);
  void gradients_over_edges(comm::HaloExchange<double>::Pending& state_arriving);
  void gradients_segregated(comm::HaloExchange<double>::Pending& state_arriving);
  void limit_gradients();
  void add_interior_fluxes(std::span<double> residual);
  void add_halo_fluxes(std::span<double> residual);
  void fluxes_segregated(std::span<double> residual);
  void add_boundary_fluxes(double* residual) const;
  void subtract_sources(std::span<double> residual) const;
  void hold_planes_of_symmetry(std::span<const double> q, std::span<double> residual) const;
  void prescribe_exact_states(std::span<double> residual) const;

  comm::Communicator comm_;
  const MeshPlan* plan_;
  typename E::Parameters parameters_;
  Order order_;
  Forcing forcing_;
  VertexField state_;
  std::optional<VertexField> gradients_;  // absent until second order is asked for
  std::optional<Limiter<E>> limiter_;
  LimiterUse limiter_use_ = LimiterUse::update;
  KernelLog log_;
  Array<double> copies_;         // of thread strategy private
  SegregatedFields segregated_;  // of layout segregated
};

}  // namespace trireme::flow
