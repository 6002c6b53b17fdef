// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_extrema.hpp"

#include <algorithm>
#include <cstddef>

#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <int N>
void widen(LocalIndex vertex, LocalIndex neighbour, const double* q, double* minima, double* maxima) {
  const double* value = q + static_cast<std::size_t>(neighbour) * N;
  double* least = minima + static_cast<std::size_t>(vertex) * N;
  double* most = maxima + static_cast<std::size_t>(vertex) * N;
  for (int k = 0; k < N; ++k) {
    least[k] = std::min(least[k], value[k]);
    most[k] = std::max(most[k], value[k]);
  }
}

}  // namespace

template <class E>
void edge_extrema(const EdgeList& edges, const double* q, double* minima, double* maxima) {
  constexpr int N = E::n_unknowns;
  const LocalIndex n = edges.size();
  for (LocalIndex edge = 0; edge < n; ++edge) {
    const LocalIndex first = edges.first(edge), second = edges.second(edge);
    if (edges.writes[edge] & writes_first) widen<N>(first, second, q, minima, maxima);
    if (edges.writes[edge] & writes_second) widen<N>(second, first, q, minima, maxima);
  }
}

template <class E>
void edge_extrema_reference(LocalIndex n_owned, std::span<const LocalIndex> ends, const double* q,
                            double* minima, double* maxima) {
  constexpr int N = E::n_unknowns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * N; ++i) minima[i] = maxima[i] = q[i];
  for (std::size_t end = 0; end < ends.size(); ++end) {
    const std::size_t vertex = ends[end], neighbour = ends[end ^ 1];
    if (vertex >= static_cast<std::size_t>(n_owned)) continue;
    for (int k = 0; k < N; ++k) {
      const double value = q[neighbour * N + k];
      if (value < minima[vertex * N + k]) minima[vertex * N + k] = value;
      if (value > maxima[vertex * N + k]) maxima[vertex * N + k] = value;
    }
  }
}

#define INSTANTIATE(E)                                                                                     \
  template void edge_extrema<E>(const EdgeList&, const double*, double*, double*);                         \
  template void edge_extrema_reference<E>(LocalIndex, std::span<const LocalIndex>, const double*, double*, \
                                          double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
