// SPDX-License-Identifier: Apache-2.0
// The innermost loops of the solve: one row of a packed matrix times a vector, in a fixed order of summation.
// Called by the kernels next to it.
#pragma once

#include "amg/kernels/packed_rows.hpp"

namespace trireme::amg {

// x_block: the vector from the row's block on; x: the whole.
template <class Value>
inline Value row_sum(const TriangleView<Value>& side, LocalIndex row, const Value* x_block, const Value* x) {
  Value sum = 0;
  const LocalIndex end = side.offsets[row + 1];
  if (side.columns == nullptr) {
    for (LocalIndex e = side.offsets[row]; e < end; ++e) sum += side.values[e] * x[side.wide_columns[e]];
    return sum;
  }
  for (LocalIndex e = side.offsets[row]; e < end; ++e) sum += side.values[e] * x_block[side.columns[e]];
  return sum;
}

// k: an outer row. x [n_rows + n_ghosts].
template <class Value>
inline Value row_sum(const OuterView<Value>& outer, LocalIndex k, const Value* x) {
  Value sum = 0;
  for (LocalIndex e = outer.offsets[k]; e < outer.offsets[k + 1]; ++e)
    sum += outer.values[e] * x[outer.columns[e]];
  return sum;
}

}  // namespace trireme::amg
