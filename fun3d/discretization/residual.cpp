// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/residual.hpp"

#include <algorithm>

#include "fun3d/discretization/edge_sums.hpp"
#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/boundary_spectral_radius.hpp"
#include "fun3d/kernels/edge_flux.hpp"
#include "fun3d/kernels/edge_gradient.hpp"
#include "fun3d/kernels/edge_spectral_radius.hpp"
#include "fun3d/kernels/kernel_costs.hpp"
#include "fun3d/kernels/mirrored_stencil.hpp"
#include "fun3d/kernels/open_flux.hpp"
#include "fun3d/kernels/symmetry_condition.hpp"
#include "fun3d/kernels/wall_flux.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::flow {

namespace {

void set_to_zero(std::span<double> values) {
  threads::parallel_for_range(values.size(), [&](std::size_t begin, std::size_t end) {
    std::fill(values.begin() + begin, values.begin() + end, 0.0);
  });
}

}  // namespace

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
KernelLog::Scope Residual<E>::log(FlowKernel kernel) const {
  constexpr int N = E::n_unknowns;
  const auto cost = [&]() -> KernelCost {
    switch (kernel) {
      case FlowKernel::gradient:
        return gradient_cost<N>();
      case FlowKernel::limiter:
        return limiter_cost<N>();
      case FlowKernel::flux:
        return flux_cost<E>(parameters_, order_ == Order::second);
      case FlowKernel::wave_speed:
        break;
    }
    return wave_speed_cost<N>();
  };
  return log_.scope(kernel, cost().flops(plan_->mesh().n_edges(), plan_->mesh().n_owned));
}

template <class E>
void Residual<E>::evaluate(std::span<const double> q, std::span<double> residual) {
  TRIREME_EXPECT(q.size() == static_cast<std::size_t>(plan_->mesh().n_owned) * E::n_unknowns);
  TRIREME_EXPECT(residual.size() == q.size());

  auto state_arriving = state_.load(q);
  std::optional<comm::HaloExchange<double>::Pending> gradients_arriving;
  if (order_ == Order::second) {
    compute_gradients(state_arriving);
    if (limiter_) limit_gradients();
    gradients_arriving.emplace(gradients_->start());
  }
  {
    const auto logged = log(FlowKernel::flux);
    if (!segregated()) add_interior_fluxes(residual);
    state_arriving.finish();
    if (gradients_arriving) gradients_arriving->finish();
    if (segregated())
      fluxes_segregated(residual);
    else
      add_halo_fluxes(residual);
  }
  add_boundary_fluxes(residual.data());
  subtract_sources(residual);
  hold_planes_of_symmetry(q, residual);
  prescribe_exact_states(residual);
}

template <class E>
void Residual<E>::evaluate_gradients(std::span<const double> q) {
  auto state_arriving = state_.load(q);
  if (order_ == Order::second) compute_gradients(state_arriving);
  state_arriving.finish();
  if (order_ == Order::first) return;
  if (limiter_) limit_gradients();
  gradients_->start().finish();
}

template <class E>
void Residual<E>::evaluate_edge_fluxes(std::span<double> residual) {
  if (segregated()) return fluxes_segregated(residual);
  add_interior_fluxes(residual);
  add_halo_fluxes(residual);
}

template <class E>
void Residual<E>::add_interior_fluxes(std::span<double> residual) {
  const EdgePlan& edges = plan_->edges();
  const auto fluxes = [&](const EdgeList& list, double* sums) {
    edge_flux<E>(parameters_, list, state_.data(), gradients(), sums);
  };
  if (edges.strategy() == ThreadStrategy::owner) {
    for_each_thread(edges, [&](int thread) {
      fill_rows<E::n_unknowns>(edges.vertices(thread), residual.data(), 0.0);
      fluxes(edges.interior(thread), residual.data());
    });
  } else {
    set_to_zero(residual);
    sum_over_edges(edges, EdgePart::interior, residual, copies_, fluxes);
  }
}

template <class E>
void Residual<E>::add_halo_fluxes(std::span<double> residual) {
  sum_over_edges(plan_->edges(), EdgePart::halo, residual, copies_, [&](const EdgeList& list, double* sums) {
    edge_flux<E>(parameters_, list, state_.data(), gradients(), sums);
  });
}

template <class E>
void Residual<E>::fluxes_segregated(std::span<double> residual) {
  constexpr int N = E::n_unknowns;
  const mesh::FlowMesh& mesh = plan_->mesh();
  const auto n = static_cast<std::size_t>(mesh.n_local()), n_owned = static_cast<std::size_t>(mesh.n_owned);
  const bool second_order = order_ == Order::second;
  // Gradients of owned vertices are there already where nothing changed them since.
  const bool changed = limiter_.has_value() || !plan_->symmetry().empty();
  segregate<N>(state_.data(), second_order ? n_owned : 0, n, segregated_.state);
  if (second_order) segregate<3 * N>(gradients_->data(), changed ? 0 : n_owned, n, segregated_.gradients);
  segregated_.residual.resize(n * N);
  set_to_zero(segregated_.residual);
  for (const EdgePart part : {EdgePart::interior, EdgePart::halo}) {
    sum_over_edges(plan_->edges(), part, segregated_.residual, copies_,
                   [&](const EdgeList& list, double* sums) {
                     edge_flux_segregated<E>(parameters_, list, mesh.n_local(), segregated_.state.data(),
                                             second_order ? segregated_.gradients.data() : nullptr, sums);
                   });
  }
  interlace<N>(segregated_.residual, n, n_owned, residual.data());
}

template <class E>
void Residual<E>::compute_gradients(comm::HaloExchange<double>::Pending& state_arriving) {
  const auto logged = log(FlowKernel::gradient);
  if (segregated())
    gradients_segregated(state_arriving);
  else if (plan_->neighbours().empty())
    gradients_over_edges(state_arriving);
  else
    gradients_over_vertices(state_arriving);
  const MirroredVertices mirrored = plan_->symmetry().vertices();
  threads::parallel_for_range(mirrored.size(), [&](LocalIndex begin, LocalIndex end) {
    mirror_gradients<E>(mirrored, begin, end, gradients_->data());
  });
}

template <class E>
void Residual<E>::gradients_over_vertices(comm::HaloExchange<double>::Pending& state_arriving) {
  const NeighbourPlan& neighbours = plan_->neighbours();
  const auto visit = [&](const NeighbourList& list) {
    vertex_gradients<E>(list, neighbours.places(), plan_->gradients().inverses(), state_.data(),
                        gradients_->data());
  };
  for_each_thread(plan_->edges(), [&](int thread) { visit(neighbours.inner(thread)); });
  state_arriving.finish();
  for_each_thread(plan_->edges(), [&](int thread) { visit(neighbours.rim(thread)); });
}

template <class E>
void Residual<E>::gradients_over_edges(comm::HaloExchange<double>::Pending& state_arriving) {
  constexpr int N = E::n_unknowns;
  const EdgePlan& edges = plan_->edges();
  const std::span<double> sums =
      gradients_->values().first(static_cast<std::size_t>(plan_->mesh().n_owned) * 3 * N);
  const auto terms = [&](const EdgeList& list, double* target) {
    edge_gradient_sums<E>(list, state_.data(), target);
  };
  for_each_thread(edges, [&](int thread) { fill_rows<3 * N>(edges.vertices(thread), sums.data(), 0.0); });
  sum_over_edges(edges, EdgePart::interior, sums, copies_, terms);
  state_arriving.finish();
  sum_over_edges(edges, EdgePart::halo, sums, copies_, terms);
  for_each_thread(edges, [&](int thread) {
    solve_gradients<E>(edges.vertices(thread), plan_->gradients().inverses(), sums.data());
  });
}

template <class E>
void Residual<E>::gradients_segregated(comm::HaloExchange<double>::Pending& state_arriving) {
  constexpr int N = E::n_unknowns;
  const EdgePlan& edges = plan_->edges();
  const mesh::FlowMesh& mesh = plan_->mesh();
  const auto n = static_cast<std::size_t>(mesh.n_local());
  state_arriving.finish();
  segregate<N>(state_.data(), 0, n, segregated_.state);
  segregated_.gradients.resize(n * 3 * N);
  set_to_zero(segregated_.gradients);
  for (const EdgePart part : {EdgePart::interior, EdgePart::halo}) {
    sum_over_edges(edges, part, segregated_.gradients, copies_, [&](const EdgeList& list, double* sums) {
      edge_gradient_sums_segregated<E>(list, mesh.n_local(), segregated_.state.data(), sums);
    });
  }
  for_each_thread(edges, [&](int thread) {
    solve_gradients_segregated<E>(edges.vertices(thread), mesh.n_local(), plan_->gradients().inverses(),
                                  segregated_.gradients.data());
  });
  interlace<3 * N>(segregated_.gradients, n, static_cast<std::size_t>(mesh.n_owned), gradients_->data());
}

template <class E>
void Residual<E>::limit_gradients() {
  const auto logged = log(FlowKernel::limiter);
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
  const auto logged = log(FlowKernel::wave_speed);
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
