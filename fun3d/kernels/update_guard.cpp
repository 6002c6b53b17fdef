// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/update_guard.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void update_scales(LocalIndex begin, LocalIndex end, double largest_fall, const double* q,
                   const double* update, double* scales) {
  constexpr std::size_t N = E::n_unknowns;
  const double largest_growth = largest_fall / (1.0 - largest_fall);
  for (LocalIndex vertex = begin; vertex < end; ++vertex) {
    double scale = 1.0;
    for (const int k : E::positive_unknowns) {
      const std::size_t i = static_cast<std::size_t>(vertex) * N + static_cast<std::size_t>(k);
      const double allowed = (update[i] > 0 ? largest_fall : largest_growth) * q[i];
      const double change = std::abs(update[i]);
      if (change > allowed) scale = std::min(scale, allowed / change);
    }
    scales[vertex] = scale;
  }
}

template <class E>
void scale_update(LocalIndex begin, LocalIndex end, const double* scales, double* update) {
  constexpr std::size_t N = E::n_unknowns;
  for (LocalIndex vertex = begin; vertex < end; ++vertex) {
    // Most factors are one, and a product would only move memory.
    if (scales[vertex] == 1.0) continue;
    double* row = update + static_cast<std::size_t>(vertex) * N;
    for (std::size_t k = 0; k < N; ++k) row[k] *= scales[vertex];
  }
}

template <class E>
void guard_update_reference(LocalIndex n, double largest_fall, const double* q, double* update,
                            double* scales) {
  constexpr std::size_t N = E::n_unknowns;
  for (std::size_t vertex = 0; vertex < static_cast<std::size_t>(n); ++vertex) {
    scales[vertex] = 1.0;
    for (const int k : E::positive_unknowns) {
      const std::size_t i = vertex * N + static_cast<std::size_t>(k);
      const double lowest = (1.0 - largest_fall) * q[i], highest = q[i] / (1.0 - largest_fall);
      const double reached = q[i] - update[i];
      if (reached < lowest) scales[vertex] = std::min(scales[vertex], (q[i] - lowest) / update[i]);
      if (reached > highest) scales[vertex] = std::min(scales[vertex], (q[i] - highest) / update[i]);
    }
    for (std::size_t k = 0; k < N; ++k) update[vertex * N + k] *= scales[vertex];
  }
}

#define INSTANTIATE(E)                                                                                   \
  template void update_scales<E>(LocalIndex, LocalIndex, double, const double*, const double*, double*); \
  template void scale_update<E>(LocalIndex, LocalIndex, const double*, double*);                         \
  template void guard_update_reference<E>(LocalIndex, double, const double*, double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
