// SPDX-License-Identifier: Apache-2.0
// Writes Jacobian blocks into a block sparse matrix's values, which keep each N x N block by columns
// (block[column * N + row]) as PETSc's BAIJ does. A slot is the number of a block in its array. Used by the
// Jacobian kernels.
#pragma once

#include <cstddef>

#include "fun3d/physics/state.hpp"
#include "solvers/base/types.hpp"

namespace trireme::flow {

template <int N>
void add_by_columns(double* values, LocalIndex slot, double factor, const Block<N>& block) {
  double* target = values + static_cast<std::size_t>(slot) * N * N;
  for (int row = 0; row < N; ++row) {
    for (int column = 0; column < N; ++column) target[column * N + row] += factor * block[row * N + column];
  }
}

template <int N>
void set_by_columns(double* values, LocalIndex slot, double factor, const Block<N>& block) {
  double* target = values + static_cast<std::size_t>(slot) * N * N;
  for (int row = 0; row < N; ++row) {
    for (int column = 0; column < N; ++column) target[column * N + row] = factor * block[row * N + column];
  }
}

// Blocks that lie by columns already, [N * N]; sign is 1 or -1.
template <int N>
void add_block(double* values, LocalIndex slot, double sign, const double* block) {
  double* target = values + static_cast<std::size_t>(slot) * N * N;
  for (int i = 0; i < N * N; ++i) target[i] += sign * block[i];
}

template <int N>
void set_block(double* values, LocalIndex slot, double sign, const double* block) {
  double* target = values + static_cast<std::size_t>(slot) * N * N;
  for (int i = 0; i < N * N; ++i) target[i] = sign * block[i];
}

}  // namespace trireme::flow
