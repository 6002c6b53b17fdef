// SPDX-License-Identifier: Apache-2.0
// r = b - A x and y = A x on packed rows. Called by cycles (residuals after several sweeps, K-cycle) and by
// Chebyshev and Jacobi smoothing. Local to the rank; O(nonzeros). Vectors: b, r, y [n_rows], x [n_rows +
// n_ghosts] with its ghosts there; r may be b, but not x. The same bits for any `shares`.
#pragma once

#include <span>

#include "amg/kernels/packed_rows.hpp"

namespace trireme::amg {

template <class Value>
void residual(const PackedRowsView<Value>& a, std::span<const LocalIndex> shares, const Value* b,
              const Value* x, Value* r);
template <class Value>
void residual_reference(const PackedRowsView<Value>& a, const Value* b, const Value* x, Value* r);

template <class Value>
void multiply(const PackedRowsView<Value>& a, std::span<const LocalIndex> shares, const Value* x, Value* y);
template <class Value>
void multiply_reference(const PackedRowsView<Value>& a, const Value* x, Value* y);

}  // namespace trireme::amg
