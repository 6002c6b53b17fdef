// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/pseudo_time.hpp"

#include <cstddef>

#include "fun3d/kernels/block_values.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void add_pseudo_time(const typename E::Parameters& parameters, LocalIndex begin, LocalIndex end,
                     const double* wave_speed_sums, double cfl, const double* q, const double* q_old,
                     double* residual) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex vertex = begin; vertex < end; ++vertex) {
    State<N> change = E::conserved(parameters, load_state<N>(q, vertex));
    const State<N> old = E::conserved(parameters, load_state<N>(q_old, vertex));
    for (int k = 0; k < N; ++k) change[k] -= old[k];
    add_to<N>(residual, vertex, wave_speed_sums[vertex] / cfl, change);
  }
}

template <class E>
void add_pseudo_time_diagonal(const typename E::Parameters& parameters, LocalIndex begin, LocalIndex end,
                              const double* wave_speed_sums, double cfl,
                              std::span<const LocalIndex> diagonal_slots, const double* q, double* values) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex vertex = begin; vertex < end; ++vertex) {
    Block<N> block;
    E::conserved_jacobian(parameters, load_state<N>(q, vertex), block);
    add_by_columns<N>(values, diagonal_slots[vertex], wave_speed_sums[vertex] / cfl, block);
  }
}

template <class E>
void pseudo_time_reference(const typename E::Parameters& parameters, LocalIndex n,
                           const double* wave_speed_sums, double cfl, const double* q, const double* q_old,
                           double* residual, double* blocks) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex row = 0; row < n * N; ++row) {
    const LocalIndex vertex = row / N;
    const int i = row % N;
    const double factor = wave_speed_sums[vertex] / cfl;
    const State<N> now = load_state<N>(q, vertex);
    Block<N> M;
    E::conserved_jacobian(parameters, now, M);
    residual[row] += factor * (E::conserved(parameters, now)[i] -
                               E::conserved(parameters, load_state<N>(q_old, vertex))[i]);
    for (int j = 0; j < N; ++j) blocks[static_cast<std::size_t>(row) * N + j] += factor * M[i * N + j];
  }
}

#define INSTANTIATE(E)                                                                                    \
  template void add_pseudo_time<E>(const E::Parameters&, LocalIndex, LocalIndex, const double*, double,   \
                                   const double*, const double*, double*);                                \
  template void add_pseudo_time_diagonal<E>(const E::Parameters&, LocalIndex, LocalIndex, const double*,  \
                                            double, std::span<const LocalIndex>, const double*, double*); \
  template void pseudo_time_reference<E>(const E::Parameters&, LocalIndex, const double*, double,         \
                                         const double*, const double*, double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
