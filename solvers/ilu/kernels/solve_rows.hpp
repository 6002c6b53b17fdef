// SPDX-License-Identifier: Apache-2.0
// Triangular solves with some rows of stored block factors (Y. Saad, Iterative Methods for Sparse Linear
// Systems, 2nd ed., section 10.3, with inverted diagonal blocks). Called by the threaded ILU for the rows of
// one task; what the rows need must be there. Value is double or float; arithmetic is in double. Rows are
// numbered in elimination order; `old` [rows] names their places in the caller's vectors and is null in the
// natural order.
//
// Vectors hold block_size entries per row. Cost: reads each block of the rows once.
#pragma once

#include "solvers/base/types.hpp"
#include "solvers/ilu/kernels/stream_view.hpp"

namespace trireme::ilu {

// y_i = b_i - sum_j L_ij y_j. b may be y in the natural order.
template <class Value>
void solve_lower_rows(int block_size, StreamView lower, const Value* values, PositionRange range,
                      const LocalIndex* old, const double* b, double* y);
template <class Value>
void solve_lower_rows_reference(int block_size, StreamView lower, const Value* values, PositionRange range,
                                const LocalIndex* old, const double* b, double* y);

// y_i = D_i^-1 (y_i - sum_j U_ij y_j), also written to x where `old` is given. scratch [block_size].
template <class Value>
void solve_upper_rows(int block_size, StreamView upper, const Value* values, PositionRange range,
                      const LocalIndex* old, double* y, double* x, double* scratch);
template <class Value>
void solve_upper_rows_reference(int block_size, StreamView upper, const Value* values, PositionRange range,
                                const LocalIndex* old, double* y, double* x, double* scratch);

}  // namespace trireme::ilu
