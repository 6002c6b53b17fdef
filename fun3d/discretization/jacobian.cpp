// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/jacobian.hpp"

#include <algorithm>

#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/boundary_jacobian.hpp"
#include "fun3d/kernels/edge_jacobian.hpp"
#include "fun3d/kernels/pseudo_time.hpp"
#include "fun3d/kernels/symmetry_condition.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

Array<LocalIndex> slots_in_visiting_order(std::span<const LocalIndex> edge_numbers,
                                          std::span<const LocalIndex> edge_slots) {
  Array<LocalIndex> slots;
  slots.reserve(2 * edge_numbers.size());
  for (const LocalIndex edge : edge_numbers) {
    slots.push_back(edge_slots[2 * static_cast<std::size_t>(edge)]);
    slots.push_back(edge_slots[2 * static_cast<std::size_t>(edge) + 1]);
  }
  return slots;
}

}  // namespace

template <class E>
Jacobian<E>::Jacobian(const MeshPlan& plan, const typename E::Parameters& parameters, bool prescribe_exact)
    : plan_(&plan), parameters_(parameters), prescribe_exact_(prescribe_exact), pattern_(plan.mesh()) {
  for (int thread = 0; thread < plan.edges().n_threads(); ++thread) {
    interior_slots_.push_back(
        slots_in_visiting_order(plan.edges().interior_numbers(thread), pattern_.edge_slots()));
    halo_slots_.push_back(slots_in_visiting_order(plan.edges().halo_numbers(thread), pattern_.edge_slots()));
  }
}

template <class E>
void Jacobian<E>::fill(const double* state, std::span<const double> wave_speed_sums, double cfl,
                       double* own_values, double* ghost_values) const {
  fill_edges(state, own_values, ghost_values);
  add_boundary(state, own_values);
  hold_planes_of_symmetry(own_values, ghost_values);
  if (prescribe_exact_) prescribe_rows(own_values, ghost_values);
  threads::parallel_for_range(plan_->mesh().n_owned, [&](LocalIndex begin, LocalIndex end) {
    add_pseudo_time_diagonal<E>(parameters_, begin, end, wave_speed_sums.data(), cfl,
                                pattern_.diagonal_slots(), state, own_values);
  });
}

template <class E>
void Jacobian<E>::fill_edges(const double* state, double* own_values, double* ghost_values) const {
  constexpr int block = E::n_unknowns * E::n_unknowns;
  const EdgePlan& edges = plan_->edges();
  const auto diagonal = pattern_.diagonal_slots();
  for_each_thread(edges, [&](int thread) {
    for (const LocalIndex vertex : edges.vertices(thread)) {
      std::fill_n(own_values + static_cast<std::size_t>(diagonal[vertex]) * block, block, 0.0);
    }
    edge_jacobian<E>(parameters_, edges.interior(thread), interior_slots_[thread], diagonal, state,
                     own_values, own_values);
    edge_jacobian<E>(parameters_, edges.halo(thread), halo_slots_[thread], diagonal, state, own_values,
                     ghost_values);
  });
}

template <class E>
void Jacobian<E>::add_boundary(const double* state, double* own_values) const {
  const auto diagonal = pattern_.diagonal_slots();
  const LumpedVertices wall = plan_->boundary().wall();
  threads::parallel_for_range(wall.size(), [&](LocalIndex begin, LocalIndex end) {
    wall_jacobian<E>(parameters_, wall, begin, end, diagonal, state, own_values);
  });
  for (int number = 0; number < plan_->boundary().n_open(); ++number) {
    const LumpedVertices open = plan_->boundary().open(number);
    const BoundaryCondition& condition = plan_->boundary().open_condition(number);
    threads::parallel_for_range(open.size(), [&](LocalIndex begin, LocalIndex end) {
      open_jacobian<E>(parameters_, condition, open, begin, end, diagonal, state, own_values);
    });
  }
}

template <class E>
void Jacobian<E>::hold_planes_of_symmetry(double* own_values, double* ghost_values) const {
  const MirroredVertices mirrored = plan_->symmetry().vertices();
  threads::parallel_for_range(mirrored.size(), [&](LocalIndex begin, LocalIndex end) {
    symmetry_jacobian<E>(mirrored, begin, end, pattern_.own_offsets(), pattern_.ghost_offsets(),
                         pattern_.diagonal_slots(), own_values, ghost_values);
  });
}

template <class E>
void Jacobian<E>::prescribe_rows(double* own_values, double* ghost_values) const {
  constexpr int N = E::n_unknowns;
  constexpr int block = N * N;
  for (const LocalIndex row : plan_->boundary().exact().vertices) {
    const auto own = pattern_.own_offsets(), ghost = pattern_.ghost_offsets();
    std::fill(own_values + static_cast<std::size_t>(own[row]) * block,
              own_values + static_cast<std::size_t>(own[row + 1]) * block, 0.0);
    if (ghost[row] < ghost[row + 1]) {
      std::fill(ghost_values + static_cast<std::size_t>(ghost[row]) * block,
                ghost_values + static_cast<std::size_t>(ghost[row + 1]) * block, 0.0);
    }
    double* diagonal = own_values + static_cast<std::size_t>(pattern_.diagonal_slots()[row]) * block;
    for (int k = 0; k < N; ++k) diagonal[k * N + k] = 1.0;
  }
}

#define INSTANTIATE(E) template class Jacobian<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
