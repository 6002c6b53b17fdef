// SPDX-License-Identifier: Apache-2.0
// Loads and stores of interlaced vertex data [n_vertices, N] as State values, for the kernels.
#pragma once

#include <cstddef>

#include "fun3d/physics/state.hpp"
#include "solvers/base/types.hpp"

namespace trireme::flow {

template <int N>
State<N> load_state(const double* values, LocalIndex vertex) {
  State<N> q;
  const double* row = values + static_cast<std::size_t>(vertex) * N;
  for (int k = 0; k < N; ++k) q[k] = row[k];
  return q;
}

template <int N>
void add_to(double* values, LocalIndex vertex, double factor, const State<N>& change) {
  double* row = values + static_cast<std::size_t>(vertex) * N;
  for (int k = 0; k < N; ++k) row[k] += factor * change[k];
}

}  // namespace trireme::flow
