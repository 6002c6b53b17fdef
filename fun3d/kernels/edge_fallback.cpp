// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_fallback.hpp"

#include <algorithm>
#include <cstddef>

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void edge_fallback(const EdgeList& edges, const double* q, const double* gradients, LocalIndex* counts,
                   double* least) {
  constexpr int N = E::n_unknowns;
  const auto visit = [&](LocalIndex edge, LocalIndex vertex, double to_middle) {
    const State<N> at_vertex = load_state<N>(q, vertex);
    State<N> extrapolated = at_vertex;
    const double* gradient = gradients + static_cast<std::size_t>(vertex) * 3 * N;
    for (std::size_t d = 0; d < 3; ++d) {
      const double offset = to_middle * edges.vectors[d][edge];
      for (std::size_t k = 0; k < N; ++k) extrapolated[k] += gradient[d * N + k] * offset;
    }
    if (E::is_physical(extrapolated)) return;
    ++counts[vertex];
    for (const int k : E::positive_unknowns) {
      least[vertex] = std::min(least[vertex], extrapolated[k] / at_vertex[k]);
    }
  };
  for (LocalIndex edge = 0; edge < edges.size(); ++edge) {
    if (edges.writes[edge] & writes_first) visit(edge, edges.first(edge), 0.5);
    if (edges.writes[edge] & writes_second) visit(edge, edges.second(edge), -0.5);
  }
}

template <class E>
void edge_fallback_reference(LocalIndex n_owned, std::span<const LocalIndex> ends,
                             std::span<const double> vectors, const double* q, const double* gradients,
                             LocalIndex* counts, double* least) {
  constexpr int N = E::n_unknowns;
  for (std::size_t end = 0; end < ends.size(); ++end) {
    const std::size_t vertex = ends[end], edge = end / 2;
    if (vertex >= static_cast<std::size_t>(n_owned)) continue;
    State<N> state;
    for (std::size_t k = 0; k < N; ++k) {
      state[k] = q[vertex * N + k];
      for (std::size_t d = 0; d < 3; ++d) {
        const double half = end % 2 == 0 ? 0.5 : -0.5;
        state[k] += gradients[(3 * vertex + d) * N + k] * (half * vectors[3 * edge + d]);
      }
    }
    if (E::is_physical(state)) continue;
    counts[vertex] += 1;
    for (const int k : E::positive_unknowns) {
      const double ratio = state[k] / q[vertex * N + k];
      if (ratio < least[vertex]) least[vertex] = ratio;
    }
  }
}

#define INSTANTIATE(E)                                                                                       \
  template void edge_fallback<E>(const EdgeList&, const double*, const double*, LocalIndex*, double*);       \
  template void edge_fallback_reference<E>(LocalIndex, std::span<const LocalIndex>, std::span<const double>, \
                                           const double*, const double*, LocalIndex*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
