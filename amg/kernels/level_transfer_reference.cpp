// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/level_transfer.hpp"

namespace trireme::amg {

template <class Value>
void multiply_reference(const TransferView<Value>& t, LocalIndex n_rows, const Value* x, Value* y) {
  for (LocalIndex row = 0; row < n_rows; ++row) {
    y[row] = 0;
    for (LocalIndex e = t.offsets[row]; e < t.offsets[row + 1]; ++e) y[row] += t.values[e] * x[t.columns[e]];
  }
}

template <class Value>
void multiply_add_reference(const TransferView<Value>& t, LocalIndex n_rows, const Value* x, Value* y) {
  for (LocalIndex row = 0; row < n_rows; ++row) {
    Value sum = 0;
    for (LocalIndex e = t.offsets[row]; e < t.offsets[row + 1]; ++e) sum += t.values[e] * x[t.columns[e]];
    y[row] += sum;
  }
}

#define TRIREME_INSTANTIATE(Value)                                                                \
  template void multiply_reference(const TransferView<Value>&, LocalIndex, const Value*, Value*); \
  template void multiply_add_reference(const TransferView<Value>&, LocalIndex, const Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
