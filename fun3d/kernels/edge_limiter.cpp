// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_limiter.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "fun3d/kernels/edge_lanes.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

// Factors of the lanes' vertices for extrapolation by `offset`.
template <int N, int width, LimiterKind kind>
State<N, Lanes<width>> factors(const LimiterFields& fields, const LaneVertices<width>& vertices,
                               const Vector<Lanes<width>>& offset) {
  using Number = Lanes<width>;
  const State<N, Number> q = gather_states<N, width>(fields.q, vertices);
  const State<N, Number> least = gather_states<N, width>(fields.minima, vertices);
  const State<N, Number> most = gather_states<N, width>(fields.maxima, vertices);
  State<N, Number> factor = change_along<N, width>(fields.gradients, vertices, offset);
  const Number epsilon_squared = Number::gather(fields.epsilon_squared, vertices.data());
  for (int k = 0; k < N; ++k) {
    const Number change = factor[k];
    const Number room = select(change > Number(0.0), most[k] - q[k], least[k] - q[k]);
    const Number asked = kind == LimiterKind::venkatakrishnan ? venkatakrishnan(change, room, epsilon_squared)
                                                              : barth_jespersen(change, room);
    factor[k] = select(abs(change) <= negligible_change * (most[k] - least[k]), Number(1.0), asked);
  }
  return factor;
}

// The smaller one. What is not a number stays: it must not pass for the other.
double least_of(double a, double b) {
  return std::isnan(a) || a <= b ? a : b;
}

template <int N, int width>
void lower(double* phi, LocalIndex vertex, const State<N, Lanes<width>>& factor, int lane) {
  double* row = phi + static_cast<std::size_t>(vertex) * N;
  for (int k = 0; k < N; ++k) row[k] = least_of(row[k], factor[k][lane]);
}

template <int N, int width, LimiterKind kind>
void visit(const EdgeList& edges, LocalIndex edge, const LimiterFields& fields, double* phi) {
  LaneVertices<width> first, second;
  load_ends<width>(edges, edge, first, second);
  Vector<Lanes<width>> half = load_vectors<width>(edges.vectors, edge);
  for (auto& component : half) component = 0.5 * component;
  const auto of_first = factors<N, width, kind>(fields, first, half);
  for (auto& component : half) component = -component;
  const auto of_second = factors<N, width, kind>(fields, second, half);
  for (int lane = 0; lane < width; ++lane) {
    const std::uint8_t writes = edges.writes[edge + lane];
    if (writes & writes_first) lower<N, width>(phi, first[lane], of_first, lane);
    if (writes & writes_second) lower<N, width>(phi, second[lane], of_second, lane);
  }
}

template <int N, LimiterKind kind>
void visit_all(const EdgeList& edges, const LimiterFields& fields, double* phi) {
  constexpr int width = simd::native_width<double>;
  const LocalIndex n = edges.size();
  LocalIndex edge = 0;
  for (; edge + width <= n; edge += width) visit<N, width, kind>(edges, edge, fields, phi);
  for (; edge < n; ++edge) visit<N, 1, kind>(edges, edge, fields, phi);
}

}  // namespace

template <class E>
void edge_limiter(LimiterKind kind, const EdgeList& edges, const LimiterFields& fields, double* phi) {
  switch (kind) {
    case LimiterKind::none:
      return;
    case LimiterKind::barth_jespersen:
      return visit_all<E::n_unknowns, LimiterKind::barth_jespersen>(edges, fields, phi);
    case LimiterKind::venkatakrishnan:
      return visit_all<E::n_unknowns, LimiterKind::venkatakrishnan>(edges, fields, phi);
  }
}

template <class E>
void edge_limiter_reference(LimiterKind kind, LocalIndex n_owned, std::span<const LocalIndex> ends,
                            std::span<const double> vectors, const LimiterFields& fields, double* phi) {
  constexpr int N = E::n_unknowns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * N; ++i) phi[i] = 1.0;
  if (kind == LimiterKind::none) return;
  for (std::size_t end = 0; end < ends.size(); ++end) {
    const std::size_t vertex = ends[end], edge = end / 2;
    if (vertex >= static_cast<std::size_t>(n_owned)) continue;
    const double to_middle = end % 2 == 0 ? 0.5 : -0.5;
    for (int k = 0; k < N; ++k) {
      const std::size_t i = vertex * N + k;
      double change = 0;
      for (int d = 0; d < 3; ++d) {
        change += fields.gradients[(3 * vertex + d) * N + k] * to_middle * vectors[3 * edge + d];
      }
      if (std::abs(change) <= negligible_change * (fields.maxima[i] - fields.minima[i])) continue;
      const double room = (change > 0 ? fields.maxima[i] : fields.minima[i]) - fields.q[i];
      const double factor = kind == LimiterKind::venkatakrishnan
                                ? venkatakrishnan(change, room, fields.epsilon_squared[vertex])
                                : barth_jespersen(change, room);
      phi[i] = least_of(phi[i], factor);
    }
  }
}

template <class E>
void scale_gradients(std::span<const LocalIndex> vertices, const double* phi, double* gradients) {
  constexpr int N = E::n_unknowns;
  for (const LocalIndex vertex : vertices) {
    const double* factor = phi + static_cast<std::size_t>(vertex) * N;
    double* row = gradients + static_cast<std::size_t>(vertex) * 3 * N;
    for (int d = 0; d < 3; ++d) {
      for (int k = 0; k < N; ++k) row[d * N + k] *= factor[k];
    }
  }
}

#define INSTANTIATE(E)                                                                             \
  template void edge_limiter<E>(LimiterKind, const EdgeList&, const LimiterFields&, double*);      \
  template void edge_limiter_reference<E>(LimiterKind, LocalIndex, std::span<const LocalIndex>,    \
                                          std::span<const double>, const LimiterFields&, double*); \
  template void scale_gradients<E>(std::span<const LocalIndex>, const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
