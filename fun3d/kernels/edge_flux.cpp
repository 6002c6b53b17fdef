// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_flux.hpp"

#include <cmath>
#include <cstddef>

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

// q at the vertex plus gradient . offset.
template <int N>
State<N> extrapolate(const double* q, const double* gradients, LocalIndex vertex, const Vector3& offset) {
  State<N> state = load_state<N>(q, vertex);
  const double* gradient = gradients + static_cast<std::size_t>(vertex) * 3 * N;
  for (int k = 0; k < N; ++k) {
    state[k] += gradient[k] * offset[0] + gradient[N + k] * offset[1] + gradient[2 * N + k] * offset[2];
  }
  return state;
}

template <class E, bool second_order>
void visit(const typename E::Parameters& parameters, const EdgeList& edges, const double* q,
           const double* gradients, double* residual) {
  constexpr int N = E::n_unknowns;
  const LocalIndex n = edges.size();
  for (LocalIndex edge = 0; edge < n; ++edge) {
    const LocalIndex first = edges.ends[2 * edge], second = edges.ends[2 * edge + 1];
    const double* normal = edges.normals.data() + 4 * static_cast<std::size_t>(edge);
    State<N> left, right;
    if constexpr (second_order) {
      const double* vector = edges.vectors.data() + 3 * static_cast<std::size_t>(edge);
      const Vector3 half{0.5 * vector[0], 0.5 * vector[1], 0.5 * vector[2]};
      left = extrapolate<N>(q, gradients, first, half);
      right = extrapolate<N>(q, gradients, second, {-half[0], -half[1], -half[2]});
    } else {
      left = load_state<N>(q, first);
      right = load_state<N>(q, second);
    }
    const State<N> flux = E::roe_flux(parameters, left, right, {normal[0], normal[1], normal[2]});
    const double area = normal[3];
    if (edges.writes[edge] & writes_first) add_to<N>(residual, first, area, flux);
    if (edges.writes[edge] & writes_second) add_to<N>(residual, second, -area, flux);
  }
}

}  // namespace

template <class E>
void edge_flux(const typename E::Parameters& parameters, const EdgeList& edges, const double* q,
               const double* gradients, double* residual) {
  if (gradients != nullptr) {
    visit<E, true>(parameters, edges, q, gradients, residual);
  } else {
    visit<E, false>(parameters, edges, q, gradients, residual);
  }
}

template <class E>
void edge_flux_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                         std::span<const LocalIndex> ends, std::span<const double> area_vectors,
                         std::span<const double> coordinates, const double* q, const double* gradients,
                         double* residual) {
  constexpr int N = E::n_unknowns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * N; ++i) residual[i] = 0.0;
  for (std::size_t edge = 0; edge < ends.size() / 2; ++edge) {
    const LocalIndex vertex[2] = {ends[2 * edge], ends[2 * edge + 1]};
    State<N> state[2];
    for (int side = 0; side < 2; ++side) {
      state[side] = load_state<N>(q, vertex[side]);
      if (gradients == nullptr) continue;
      for (int d = 0; d < 3; ++d) {
        const double middle = 0.5 * (coordinates[3 * vertex[0] + d] + coordinates[3 * vertex[1] + d]);
        const double offset = middle - coordinates[3 * vertex[side] + d];
        for (int k = 0; k < N; ++k) state[side][k] += gradients[(3 * vertex[side] + d) * N + k] * offset;
      }
    }
    const double* a = &area_vectors[3 * edge];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    const State<N> flux =
        E::roe_flux(parameters, state[0], state[1], {a[0] / area, a[1] / area, a[2] / area});
    for (int side = 0; side < 2; ++side) {
      if (vertex[side] >= n_owned) continue;
      for (int k = 0; k < N; ++k) residual[vertex[side] * N + k] += (side == 0 ? area : -area) * flux[k];
    }
  }
}

#define INSTANTIATE(E)                                                                                      \
  template void edge_flux<E>(const E::Parameters&, const EdgeList&, const double*, const double*, double*); \
  template void edge_flux_reference<E>(const E::Parameters&, LocalIndex, std::span<const LocalIndex>,       \
                                       std::span<const double>, std::span<const double>, const double*,     \
                                       const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
