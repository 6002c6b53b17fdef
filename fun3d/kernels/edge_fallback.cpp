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

#define INSTANTIATE(E) \
  template void edge_fallback<E>(const EdgeList&, const double*, const double*, LocalIndex*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
