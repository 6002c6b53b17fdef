// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/level_transfer.hpp"

#include "amg/kernels/packed_rows.hpp"

namespace trireme::amg {
namespace {

template <class Value>
Value row_sum(const TransferView<Value>& t, LocalIndex row, const Value* x) {
  Value sum = 0;
  for (LocalIndex e = t.offsets[row]; e < t.offsets[row + 1]; ++e) sum += t.values[e] * x[t.columns[e]];
  return sum;
}

// f(row) for all rows, a part of the bounds on each thread.
template <class F>
void for_each_row(std::span<const LocalIndex> row_bounds, F&& f) {
  for_each_block(row_bounds, f);
}

}  // namespace

template <class Value>
void multiply(const TransferView<Value>& t, std::span<const LocalIndex> row_bounds, const Value* x,
              Value* y) {
  for_each_row(row_bounds, [&](LocalIndex row) { y[row] = row_sum(t, row, x); });
}

template <class Value>
void multiply_add(const TransferView<Value>& t, std::span<const LocalIndex> row_bounds, const Value* x,
                  Value* y) {
  for_each_row(row_bounds, [&](LocalIndex row) { y[row] += row_sum(t, row, x); });
}

#define TRIREME_INSTANTIATE(Value)                                                                       \
  template void multiply(const TransferView<Value>&, std::span<const LocalIndex>, const Value*, Value*); \
  template void multiply_add(const TransferView<Value>&, std::span<const LocalIndex>, const Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
