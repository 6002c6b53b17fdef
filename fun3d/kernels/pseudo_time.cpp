// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/pseudo_time.hpp"

#include <cstddef>

#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void add_pseudo_time(LocalIndex begin, LocalIndex end, const double* wave_speed_sums, double cfl,
                     const double* q, const double* q_old, double* residual) {
  constexpr int N = E::n_unknowns;
  for (std::size_t vertex = begin; vertex < static_cast<std::size_t>(end); ++vertex) {
    const double factor = wave_speed_sums[vertex] / cfl;
    for (std::size_t i = vertex * N; i < (vertex + 1) * N; ++i) residual[i] += factor * (q[i] - q_old[i]);
  }
}

template <class E>
void add_pseudo_time_diagonal(LocalIndex begin, LocalIndex end, const double* wave_speed_sums, double cfl,
                              std::span<const LocalIndex> diagonal_slots, double* values) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex vertex = begin; vertex < end; ++vertex) {
    double* block = values + static_cast<std::size_t>(diagonal_slots[vertex]) * N * N;
    for (int k = 0; k < N; ++k) block[k * N + k] += wave_speed_sums[vertex] / cfl;
  }
}

template <class E>
void pseudo_time_reference(LocalIndex n, const double* wave_speed_sums, double cfl, const double* q,
                           const double* q_old, double* residual, double* diagonal) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex row = 0; row < n * N; ++row) {
    const double factor = wave_speed_sums[row / N] / cfl;
    residual[row] += factor * (q[row] - q_old[row]);
    diagonal[row] += factor;
  }
}

#define INSTANTIATE(E)                                                                                    \
  template void add_pseudo_time<E>(LocalIndex, LocalIndex, const double*, double, const double*,          \
                                   const double*, double*);                                               \
  template void add_pseudo_time_diagonal<E>(LocalIndex, LocalIndex, const double*, double,                \
                                            std::span<const LocalIndex>, double*);                        \
  template void pseudo_time_reference<E>(LocalIndex, const double*, double, const double*, const double*, \
                                         double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
