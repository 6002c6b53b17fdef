// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/gauss_seidel.hpp"
#include "amg/kernels/packed_entries_reference.hpp"

namespace trireme::amg {
namespace {

enum class Part { whole, inside_runs, outside_runs };

// A part of one side of a row times x.
template <class Value>
Value side_sum(const PackedRowsView<Value>& a, LocalIndex block, bool lower, LocalIndex row, Part part,
               const Value* x) {
  Value sum = 0;
  for_side_entries_reference(a, block, lower, row, [&](LocalIndex column, Value value, bool inside) {
    if (part == Part::whole || inside == (part == Part::inside_runs)) sum += value * x[column];
  });
  return sum;
}

template <class Value>
Value outer_sum(const PackedRowsView<Value>& a, LocalIndex row, const Value* x) {
  Value sum = 0;
  for_outer_entries_reference(a, row, [&](LocalIndex column, Value value) { sum += value * x[column]; });
  return sum;
}

// D' - D
template <class Value>
Value excess_of(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, LocalIndex row) {
  for (LocalIndex k = 0; k < a.n_outer(); ++k)
    if (a.outer.rows[k] == row) return d.excess[k];
  return 0;
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
      x[row] = (b[row] - side_sum(a, block, forward, row, Part::outside_runs, x)) * d.inverse[row];
    }
  }
}

template <class Value>
void residual_after_sweep_from_zero_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                                              SweepDirection direction, const Value* x, Value* r) {
  const bool forward = direction == SweepDirection::forward;
  for (LocalIndex block = 0; block < a.n_blocks(); ++block)
    for (LocalIndex row = a.block_rows[block]; row < a.block_rows[block + 1]; ++row)
      r[row] = excess_of(a, d, row) * x[row] - outer_sum(a, row, x) -
               side_sum(a, block, !forward, row, Part::whole, x) -
               side_sum(a, block, forward, row, Part::inside_runs, x);
}

template <class Value>
void sweep_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
                     const Value* b, const Value* old_x, Value* x) {
  const bool forward = direction == SweepDirection::forward;
  for (LocalIndex block = 0; block < a.n_blocks(); ++block) {
    const LocalIndex first = a.block_rows[block], last = a.block_rows[block + 1];
    for (LocalIndex step = 0; step < last - first; ++step) {
      const LocalIndex row = forward ? first + step : last - 1 - step;
      Value known = b[row] + excess_of(a, d, row) * old_x[row] - outer_sum(a, row, old_x);
      known -= side_sum(a, block, !forward, row, Part::whole, old_x) +
               side_sum(a, block, forward, row, Part::inside_runs, old_x);
      x[row] = (known - side_sum(a, block, forward, row, Part::outside_runs, x)) * d.inverse[row];
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
