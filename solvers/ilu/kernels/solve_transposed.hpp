// SPDX-License-Identifier: Apache-2.0
// The solve with transposed factors, (L U)^T x = b, over the same row streams: each finished row is
// subtracted from the rows that need it. Rows are visited in natural order on one thread, since columns of
// the factors are not stored. Called by the threaded ILU for PCApplyTranspose.
#pragma once

#include "solvers/base/types.hpp"
#include "solvers/ilu/kernels/stream_view.hpp"

namespace trireme::ilu {

// y [rows * block_size] holds b on entry and x on return, both in elimination order. scratch [block_size].
template <class Value>
void solve_transposed(int block_size, LocalIndex rows, StreamView lower, const Value* lower_values,
                      StreamView upper, const Value* upper_values, double* y, double* scratch);
template <class Value>
void solve_transposed_reference(int block_size, LocalIndex rows, StreamView lower, const Value* lower_values,
                                StreamView upper, const Value* upper_values, double* y, double* scratch);

}  // namespace trireme::ilu
