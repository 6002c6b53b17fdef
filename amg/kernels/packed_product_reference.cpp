// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "amg/kernels/packed_entries_reference.hpp"
#include "amg/kernels/packed_product.hpp"

namespace trireme::amg {

template <class Value>
void multiply_reference(const PackedRowsView<Value>& a, const Value* x, Value* y) {
  for (LocalIndex block = 0; block < a.n_blocks(); ++block)
    for (LocalIndex row = a.block_rows[block]; row < a.block_rows[block + 1]; ++row) {
      y[row] = a.diagonal[row] * x[row];
      for (const bool lower : {true, false})
        for_side_entries_reference(
            a, block, lower, row, [&](LocalIndex column, Value value, bool) { y[row] += value * x[column]; });
      for_outer_entries_reference(a, row,
                                  [&](LocalIndex column, Value value) { y[row] += value * x[column]; });
    }
}

template <class Value>
void residual_reference(const PackedRowsView<Value>& a, const Value* b, const Value* x, Value* r) {
  std::vector<Value> product(static_cast<std::size_t>(a.n_rows()));
  multiply_reference(a, x, product.data());
  for (LocalIndex row = 0; row < a.n_rows(); ++row) r[row] = b[row] - product[row];
}

#define TRIREME_INSTANTIATE(Value)                                                                    \
  template void residual_reference(const PackedRowsView<Value>&, const Value*, const Value*, Value*); \
  template void multiply_reference(const PackedRowsView<Value>&, const Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
