// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_jacobian.hpp"

#include <cmath>
#include <cstddef>

#include "fun3d/kernels/block_values.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <class E, class Scheme>
void visit_edges(const typename E::Parameters& parameters, const EdgeList& edges,
                 std::span<const LocalIndex> slots, std::span<const LocalIndex> diagonal_slots,
                 const double* q, double* own_values, double* coupling_values) {
  constexpr int N = E::n_unknowns;
  const LocalIndex n = edges.size();
  for (LocalIndex edge = 0; edge < n; ++edge) {
    const LocalIndex first = edges.first(edge), second = edges.second(edge);
    Block<N> d_left, d_right;
    Scheme::jacobian(parameters, load_state<N>(q, first), load_state<N>(q, second), edges.normal(edge),
                     d_left, d_right);
    const double area = edges.areas[edge];
    if (edges.writes[edge] & writes_first) {
      add_by_columns<N>(own_values, diagonal_slots[first], area, d_left);
      set_by_columns<N>(coupling_values, slots[2 * edge], area, d_right);
    }
    if (edges.writes[edge] & writes_second) {
      add_by_columns<N>(own_values, diagonal_slots[second], -area, d_right);
      set_by_columns<N>(coupling_values, slots[2 * edge + 1], -area, d_left);
    }
  }
}

}  // namespace

template <class E>
void edge_jacobian(const typename E::Parameters& parameters, const EdgeList& edges,
                   std::span<const LocalIndex> slots, std::span<const LocalIndex> diagonal_slots,
                   const double* q, double* own_values, double* coupling_values) {
  E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) {
    visit_edges<E, Scheme>(parameters, edges, slots, diagonal_slots, q, own_values, coupling_values);
  });
}

template <class E>
void edge_jacobian_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                             LocalIndex n_vertices, std::span<const LocalIndex> ends,
                             std::span<const double> area_vectors, const double* q, double* dense) {
  constexpr int N = E::n_unknowns;
  const std::size_t row_length = static_cast<std::size_t>(n_vertices) * N;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * N * row_length; ++i) dense[i] = 0.0;
  const auto add = [&](LocalIndex row, LocalIndex column, double factor, const Block<N>& block) {
    if (row >= n_owned) return;
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j)
        dense[(row * N + i) * row_length + column * N + j] += factor * block[i * N + j];
    }
  };
  for (std::size_t edge = 0; edge < ends.size() / 2; ++edge) {
    const LocalIndex first = ends[2 * edge], second = ends[2 * edge + 1];
    const double* a = &area_vectors[3 * edge];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    Block<N> d_left, d_right;
    const Vector3 normal{a[0] / area, a[1] / area, a[2] / area};
    E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) {
      Scheme::jacobian(parameters, load_state<N>(q, first), load_state<N>(q, second), normal, d_left,
                       d_right);
    });
    add(first, first, area, d_left);
    add(first, second, area, d_right);
    add(second, first, -area, d_left);
    add(second, second, -area, d_right);
  }
}

#define INSTANTIATE(E)                                                                               \
  template void edge_jacobian<E>(const E::Parameters&, const EdgeList&, std::span<const LocalIndex>, \
                                 std::span<const LocalIndex>, const double*, double*, double*);      \
  template void edge_jacobian_reference<E>(const E::Parameters&, LocalIndex, LocalIndex,             \
                                           std::span<const LocalIndex>, std::span<const double>,     \
                                           const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
