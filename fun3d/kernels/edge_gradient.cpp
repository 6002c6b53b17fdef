// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_gradient.hpp"

#include <cstddef>
#include <utility>

#include "fun3d/kernels/edge_lanes.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <int N, bool weighted, class Layout>
void accumulate(const EdgeList& edges, const double* q, double* sums, Layout layout) {
  const LocalIndex n = edges.size(), ahead = edges.loop.prefetch;
  const bool atomic = edges.loop.atomic;
  for (LocalIndex edge = 0; edge < n; ++edge) {
    const LocalIndex first = edges.first(edge), second = edges.second(edge);
    if (ahead > 0) {
      prefetch_ends<N>(edges, edge + ahead, q);
      prefetch_ends<3 * N>(edges, edge + ahead, sums);
    }
    State<N> change;
    for (int k = 0; k < N; ++k)
      change[k] = q[layout.template place<N>(second, k)] - q[layout.template place<N>(first, k)];
    State<3 * N> products;
    for (int d = 0; d < 3; ++d) {
      double component = edges.vectors[static_cast<std::size_t>(d)][edge];
      if constexpr (weighted) component *= edges.weights[edge];
      for (int k = 0; k < N; ++k) products[d * N + k] = component * change[k];
    }
    for (const auto& [end, writes] : {std::pair{first, writes_first}, std::pair{second, writes_second}}) {
      if (!(edges.writes[edge] & writes)) continue;
      if (atomic)
        add_terms_atomically<3 * N>(sums, end, 1.0, products.data(), layout);
      else
        add_terms<3 * N>(sums, end, 1.0, products.data(), layout);
    }
  }
}

template <int N, class Layout>
void accumulate(const EdgeList& edges, const double* q, double* sums, Layout layout) {
  if (edges.weights.empty()) {
    accumulate<N, false>(edges, q, sums, layout);
  } else {
    accumulate<N, true>(edges, q, sums, layout);
  }
}

// inverse * sums for unknown after unknown; sums [3, N] lie `stride` apart.
template <int N>
void solve_one(const double* inverse, double* sums, std::size_t stride = 1) {
  for (std::size_t k = 0; k < N; ++k) {
    double& x_place = sums[k * stride];
    double& y_place = sums[(N + k) * stride];
    double& z_place = sums[(2 * N + k) * stride];
    const double x = x_place, y = y_place, z = z_place;
    x_place = inverse[0] * x + inverse[1] * y + inverse[2] * z;
    y_place = inverse[1] * x + inverse[3] * y + inverse[4] * z;
    z_place = inverse[2] * x + inverse[4] * y + inverse[5] * z;
  }
}

// For a vertex, sums in registers over its neighbours in the list's order; an edge's product is the same seen
// from both ends, so the bits are those of the loop over edges.
template <int N, bool weighted>
void visit_vertices(const NeighbourList& list, const double* places, const double* inverses, const double* q,
                    double* gradients) {
  for (LocalIndex i = 0; i < list.size(); ++i) {
    const std::size_t vertex = static_cast<std::size_t>(list.vertices[i]);
    const double* q_own = q + vertex * N;
    const double* x_own = places + 4 * vertex;
    State<3 * N> sums{};
    for (LocalIndex e = list.offsets[i]; e < list.offsets[i + 1]; ++e) {
      const std::size_t other = static_cast<std::size_t>(list.neighbours[e]);
      const double* q_other = q + other * N;
      const double* x_other = places + 4 * other;
      State<N> change;
      for (int k = 0; k < N; ++k) change[k] = q_other[k] - q_own[k];
      for (int d = 0; d < 3; ++d) {
        double component = x_other[d] - x_own[d];
        if constexpr (weighted) component *= list.weights[e];
        for (int k = 0; k < N; ++k) sums[d * N + k] += component * change[k];
      }
    }
    solve_one<N>(inverses + 6 * vertex, sums.data());
    for (int k = 0; k < 3 * N; ++k) gradients[vertex * 3 * N + k] = sums[k];
  }
}

}  // namespace

template <class E>
void edge_gradient_sums(const EdgeList& edges, const double* q, double* sums) {
  accumulate<E::n_unknowns>(edges, q, sums, Interlaced{});
}

template <class E>
void edge_gradient_sums_segregated(const EdgeList& edges, LocalIndex n_vertices, const double* q,
                                   double* sums) {
  accumulate<E::n_unknowns>(edges, q, sums, Segregated{static_cast<std::size_t>(n_vertices)});
}

template <class E>
void vertex_gradients(const NeighbourList& list, const double* places, const double* inverses,
                      const double* q, double* gradients) {
  if (list.weights.empty()) {
    visit_vertices<E::n_unknowns, false>(list, places, inverses, q, gradients);
  } else {
    visit_vertices<E::n_unknowns, true>(list, places, inverses, q, gradients);
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
void solve_gradients_segregated(std::span<const LocalIndex> vertices, LocalIndex n_vertices,
                                const double* inverses, double* sums) {
  for (const LocalIndex vertex : vertices) {
    solve_one<E::n_unknowns>(inverses + 6 * static_cast<std::size_t>(vertex), sums + vertex,
                             static_cast<std::size_t>(n_vertices));
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
  template void edge_gradient_sums_segregated<E>(const EdgeList&, LocalIndex, const double*, double*);   \
  template void vertex_gradients<E>(const NeighbourList&, const double*, const double*, const double*,   \
                                    double*);                                                            \
  template void solve_gradients<E>(std::span<const LocalIndex>, const double*, double*);                 \
  template void solve_gradients_segregated<E>(std::span<const LocalIndex>, LocalIndex, const double*,    \
                                              double*);                                                  \
  template void gradients_reference<E>(LocalIndex, std::span<const LocalIndex>, std::span<const double>, \
                                       std::span<const double>, const double*, const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
