// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/gauss_seidel.hpp"

namespace trireme::amg {
namespace {

// A row of one triangle times x; first: the first row of its block.
template <class Value, class X>
Value side_sum(const TriangleView<Value>& side, LocalIndex row, LocalIndex first, X&& x) {
  Value sum = 0;
  for (LocalIndex e = side.offsets[row]; e < side.offsets[row + 1]; ++e)
    sum += side.values[e] * x[first + side.columns[e]];
  return sum;
}

}  // namespace

template <class Value>
void sweep_from_zero_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                               SweepDirection direction, const Value* b, Value* x) {
  const bool forward = direction == SweepDirection::forward;
  for (LocalIndex block = 0; block < a.n_blocks(); ++block) {
    const LocalIndex first = a.block_rows[block], last = a.block_rows[block + 1];
    for (LocalIndex step = 0; step < last - first; ++step) {
      const LocalIndex row = forward ? first + step : last - 1 - step;
      x[row] = (b[row] - side_sum(forward ? a.lower : a.upper, row, first, x)) * d.inverse[row];
    }
  }
}

template <class Value>
void residual_after_sweep_from_zero_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                                              SweepDirection direction, const Value* x, Value* r) {
  const bool forward = direction == SweepDirection::forward;
  for (LocalIndex block = 0; block < a.n_blocks(); ++block)
    for (LocalIndex row = a.block_rows[block]; row < a.block_rows[block + 1]; ++row)
      r[row] = -side_sum(forward ? a.upper : a.lower, row, a.block_rows[block], x);
  for (LocalIndex k = 0; k < a.n_outer(); ++k) {
    Value sum = 0;
    for (LocalIndex e = a.outer.offsets[k]; e < a.outer.offsets[k + 1]; ++e)
      sum += a.outer.values[e] * x[a.outer.columns[e]];
    const LocalIndex row = a.outer.rows[k];
    r[row] += d.excess[k] * x[row] - sum;
  }
}

template <class Value>
void sweep_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
                     const Value* b, const Value* old_x, Value* x) {
  const bool forward = direction == SweepDirection::forward;
  for (LocalIndex block = 0; block < a.n_blocks(); ++block) {
    const LocalIndex first = a.block_rows[block], last = a.block_rows[block + 1];
    LocalIndex k = forward ? a.outer.block_begin[block] : a.outer.block_begin[block + 1] - 1;
    for (LocalIndex step = 0; step < last - first; ++step) {
      const LocalIndex row = forward ? first + step : last - 1 - step;
      Value known = b[row];
      if (k >= a.outer.block_begin[block] && k < a.outer.block_begin[block + 1] && a.outer.rows[k] == row) {
        Value sum = 0;
        for (LocalIndex e = a.outer.offsets[k]; e < a.outer.offsets[k + 1]; ++e)
          sum += a.outer.values[e] * old_x[a.outer.columns[e]];
        known += d.excess[k] * old_x[row] - sum;
        k += forward ? 1 : -1;
      }
      known -= side_sum(forward ? a.upper : a.lower, row, first, old_x);
      x[row] = (known - side_sum(forward ? a.lower : a.upper, row, first, x)) * d.inverse[row];
    }
  }
}

#define TRIREME_INSTANTIATE(Value)                                                                         \
  template void sweep_from_zero_reference(const PackedRowsView<Value>&, const SweepDiagonal<Value>&,       \
                                          SweepDirection, const Value*, Value*);                           \
  template void residual_after_sweep_from_zero_reference(                                                  \
      const PackedRowsView<Value>&, const SweepDiagonal<Value>&, SweepDirection, const Value*, Value*);    \
  template void sweep_reference(const PackedRowsView<Value>&, const SweepDiagonal<Value>&, SweepDirection, \
                                const Value*, const Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
