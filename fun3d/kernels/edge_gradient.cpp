// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_gradient.hpp"

#include <array>
#include <cstddef>

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <int N, bool weighted>
void accumulate(const EdgeList& edges, const double* q, double* sums) {
  constexpr int width = 3 * N;
  const LocalIndex n = edges.size();
  for (LocalIndex edge = 0; edge < n; ++edge) {
    const LocalIndex first = edges.first(edge), second = edges.second(edge);
    const double* a = q + static_cast<std::size_t>(first) * N;
    const double* b = q + static_cast<std::size_t>(second) * N;
    std::array<double, width> products;
    for (int d = 0; d < 3; ++d) {
      double component = edges.vectors[static_cast<std::size_t>(d)][edge];
      if constexpr (weighted) component *= edges.weights[edge];
      for (int k = 0; k < N; ++k) products[d * N + k] = component * (b[k] - a[k]);
    }
    if (edges.writes[edge] & writes_first) add_to<width>(sums, first, 1.0, products);
    if (edges.writes[edge] & writes_second) add_to<width>(sums, second, 1.0, products);
  }
}

template <int N>
void solve_one(const double* inverse, double* sums) {
  for (int k = 0; k < N; ++k) {
    const double x = sums[k], y = sums[N + k], z = sums[2 * N + k];
    sums[k] = inverse[0] * x + inverse[1] * y + inverse[2] * z;
    sums[N + k] = inverse[1] * x + inverse[3] * y + inverse[4] * z;
    sums[2 * N + k] = inverse[2] * x + inverse[4] * y + inverse[5] * z;
  }
}

}  // namespace

template <class E>
void edge_gradient_sums(const EdgeList& edges, const double* q, double* sums) {
  if (edges.weights.empty()) {
    accumulate<E::n_unknowns, false>(edges, q, sums);
  } else {
    accumulate<E::n_unknowns, true>(edges, q, sums);
  }
}

template <class E>
void solve_gradients(std::span<const LocalIndex> vertices, const double* inverses, double* sums) {
  constexpr int N = E::n_unknowns;
  for (const LocalIndex vertex : vertices) {
    solve_one<N>(inverses + 6 * static_cast<std::size_t>(vertex),
                 sums + 3 * N * static_cast<std::size_t>(vertex));
  }
}

template <class E>
void gradients_reference(LocalIndex n_owned, std::span<const LocalIndex> ends,
                         std::span<const double> vectors, std::span<const double> weights,
                         const double* inverses, const double* q, double* gradients) {
  constexpr int N = E::n_unknowns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * 3 * N; ++i) gradients[i] = 0.0;
  for (std::size_t edge = 0; edge < ends.size() / 2; ++edge) {
    const std::size_t first = ends[2 * edge], second = ends[2 * edge + 1];
    const double weight = weights.empty() ? 1.0 : weights[edge];
    for (int d = 0; d < 3; ++d) {
      for (int k = 0; k < N; ++k) {
        const double product = weight * vectors[3 * edge + d] * (q[second * N + k] - q[first * N + k]);
        if (first < static_cast<std::size_t>(n_owned)) gradients[(first * 3 + d) * N + k] += product;
        if (second < static_cast<std::size_t>(n_owned)) gradients[(second * 3 + d) * N + k] += product;
      }
    }
  }
  for (LocalIndex vertex = 0; vertex < n_owned; ++vertex) {
    solve_one<N>(inverses + 6 * static_cast<std::size_t>(vertex),
                 gradients + 3 * N * static_cast<std::size_t>(vertex));
  }
}

#define INSTANTIATE(E)                                                                                   \
  template void edge_gradient_sums<E>(const EdgeList&, const double*, double*);                          \
  template void solve_gradients<E>(std::span<const LocalIndex>, const double*, double*);                 \
  template void gradients_reference<E>(LocalIndex, std::span<const LocalIndex>, std::span<const double>, \
                                       std::span<const double>, const double*, const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
