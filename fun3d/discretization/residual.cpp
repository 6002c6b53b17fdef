// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/residual.hpp"

#include <algorithm>

#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/boundary_spectral_radius.hpp"
#include "fun3d/kernels/edge_flux.hpp"
#include "fun3d/kernels/edge_gradient.hpp"
#include "fun3d/kernels/edge_spectral_radius.hpp"
#include "fun3d/kernels/mirrored_stencil.hpp"
#include "fun3d/kernels/open_flux.hpp"
#include "fun3d/kernels/symmetry_condition.hpp"
#include "fun3d/kernels/wall_flux.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::flow {

template <class E>
Residual<E>::Residual(const comm::Communicator& comm, const MeshPlan& plan,
                      const typename E::Parameters& parameters, Order order, Forcing forcing,
                      const LimiterOptions& limiter)
    : comm_(comm),
      plan_(&plan),
      parameters_(parameters),
      order_(order),
      forcing_(std::move(forcing)),
      state_(comm, plan.mesh().halo, E::n_unknowns) {
  if (limiter.type != LimiterKind::none) limiter_.emplace(comm, plan, limiter);
  set_order(order);
}

template <class E>
void Residual<E>::set_order(Order order) {
  order_ = order;
  if (order == Order::second && !gradients_) gradients_.emplace(comm_, plan_->mesh().halo, 3 * E::n_unknowns);
}

template <class E>
std::span<const double> Residual<E>::limiter() const {
  return limiter_ ? limiter_->values() : std::span<const double>();
}

template <class E>
void Residual<E>::restore_limiter(std::span<const double> values) {
  TRIREME_EXPECT(limiter_.has_value());
  limiter_->restore(values);
}

template <class E>
void Residual<E>::evaluate(std::span<const double> q, std::span<double> residual) {
  TRIREME_EXPECT(q.size() == static_cast<std::size_t>(plan_->mesh().n_owned) * E::n_unknowns);
  TRIREME_EXPECT(residual.size() == q.size());
  const EdgePlan& edges = plan_->edges();

  auto state_arriving = state_.load(q);
  std::optional<comm::HaloExchange<double>::Pending> gradients_arriving;
  if (order_ == Order::second) {
    compute_gradients(state_arriving);
    if (limiter_) limit_gradients();
    gradients_arriving.emplace(gradients_->start());
  }
  for_each_thread(edges, [&](int thread) {
    fill_rows<E::n_unknowns>(edges.vertices(thread), residual.data(), 0.0);
    edge_flux<E>(parameters_, edges.interior(thread), state_.data(), gradients(), residual.data());
  });
  state_arriving.finish();
  if (gradients_arriving) gradients_arriving->finish();
  for_each_thread(edges, [&](int thread) {
    edge_flux<E>(parameters_, edges.halo(thread), state_.data(), gradients(), residual.data());
  });
  add_boundary_fluxes(residual.data());
  subtract_sources(residual);
  hold_planes_of_symmetry(q, residual);
  prescribe_exact_states(residual);
}

template <class E>
void Residual<E>::compute_gradients(comm::HaloExchange<double>::Pending& state_arriving) {
  constexpr int N = E::n_unknowns;
  const EdgePlan& edges = plan_->edges();
  double* sums = gradients_->data();
  for_each_thread(edges, [&](int thread) {
    fill_rows<3 * N>(edges.vertices(thread), sums, 0.0);
    edge_gradient_sums<E>(edges.interior(thread), state_.data(), sums);
  });
  state_arriving.finish();
  for_each_thread(edges, [&](int thread) {
    edge_gradient_sums<E>(edges.halo(thread), state_.data(), sums);
    solve_gradients<E>(edges.vertices(thread), plan_->gradients().inverses(), sums);
  });
  const MirroredVertices mirrored = plan_->symmetry().vertices();
  threads::parallel_for_range(mirrored.size(), [&](LocalIndex begin, LocalIndex end) {
    mirror_gradients<E>(mirrored, begin, end, sums);
  });
}

template <class E>
void Residual<E>::limit_gradients() {
  if (limiter_use_ == LimiterUse::update) limiter_->update(state_.data(), gradients_->data());
  limiter_->apply(gradients_->data());
}

template <class E>
void Residual<E>::add_boundary_fluxes(double* residual) const {
  const WallCorners wall = plan_->boundary().wall_corners();
  const WallPressure pressure = order_ == Order::second ? WallPressure::linear : WallPressure::lumped;
  threads::parallel_for_range(wall.size(), [&](LocalIndex begin, LocalIndex end) {
    wall_flux<E>(parameters_, wall, begin, end, pressure, state_.data(), residual);
  });
  for (int number = 0; number < plan_->boundary().n_open(); ++number) {
    const LumpedVertices open = plan_->boundary().open(number);
    const BoundaryCondition& condition = plan_->boundary().open_condition(number);
    threads::parallel_for_range(open.size(), [&](LocalIndex begin, LocalIndex end) {
      open_flux<E>(parameters_, condition, open, begin, end, state_.data(), residual);
    });
  }
}

template <class E>
void Residual<E>::subtract_sources(std::span<double> residual) const {
  if (forcing_.source.empty()) return;
  threads::parallel_for(residual.size(), [&](std::size_t i) { residual[i] -= forcing_.source[i]; });
}

template <class E>
void Residual<E>::hold_planes_of_symmetry(std::span<const double> q, std::span<double> residual) const {
  const MirroredVertices mirrored = plan_->symmetry().vertices();
  threads::parallel_for_range(mirrored.size(), [&](LocalIndex begin, LocalIndex end) {
    symmetry_residual<E>(mirrored, begin, end, q.data(), residual.data());
  });
}

template <class E>
void Residual<E>::prescribe_exact_states(std::span<double> residual) const {
  constexpr int N = E::n_unknowns;
  const LumpedVertices exact = plan_->boundary().exact();
  if (forcing_.exact_state.empty()) return;
  for (LocalIndex b = 0; b < exact.size(); ++b) {
    for (int k = 0; k < N; ++k) {
      const std::size_t i = static_cast<std::size_t>(exact.vertices[b]) * N + k;
      residual[i] = state_.data()[i] - forcing_.exact_state[static_cast<std::size_t>(b) * N + k];
    }
  }
}

template <class E>
void Residual<E>::wave_speed_sums(std::span<const double> q, std::span<double> sums) {
  const EdgePlan& edges = plan_->edges();
  const WaveDirections directions =
      plan_->mesh().dimension == 2 ? WaveDirections::in_plane : WaveDirections::all;
  auto arriving = state_.load(q);
  for_each_thread(edges, [&](int thread) {
    fill_rows<1>(edges.vertices(thread), sums.data(), 0.0);
    edge_spectral_radius<E>(parameters_, directions, edges.interior(thread), state_.data(), sums.data());
  });
  arriving.finish();
  for_each_thread(edges, [&](int thread) {
    edge_spectral_radius<E>(parameters_, directions, edges.halo(thread), state_.data(), sums.data());
  });
  const BoundaryPlan& boundary = plan_->boundary();
  for (int marker = 0; marker < boundary.n_markers(); ++marker) {
    const LumpedVertices part = boundary.marker(marker);
    threads::parallel_for_range(part.size(), [&](LocalIndex begin, LocalIndex end) {
      boundary_spectral_radius<E>(parameters_, directions, part, begin, end, state_.data(), sums.data());
    });
  }
}

#define INSTANTIATE(E) template class Residual<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
