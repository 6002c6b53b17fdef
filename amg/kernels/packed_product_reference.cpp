// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/packed_product.hpp"

namespace trireme::amg {

template <class Value>
void multiply_reference(const PackedRowsView<Value>& a, const Value* x, Value* y) {
  for (LocalIndex block = 0; block < a.n_blocks(); ++block) {
    const LocalIndex first = a.block_rows[block];
    for (LocalIndex row = first; row < a.block_rows[block + 1]; ++row) {
      y[row] = a.diagonal[row] * x[row];
      for (const auto* side : {&a.lower, &a.upper})
        for (LocalIndex e = side->offsets[row]; e < side->offsets[row + 1]; ++e)
          y[row] += side->values[e] * x[first + side->columns[e]];
    }
  }
  for (LocalIndex k = 0; k < a.n_outer(); ++k)
    for (LocalIndex e = a.outer.offsets[k]; e < a.outer.offsets[k + 1]; ++e)
      y[a.outer.rows[k]] += a.outer.values[e] * x[a.outer.columns[e]];
}

template <class Value>
void residual_reference(const PackedRowsView<Value>& a, const Value* b, const Value* x, Value* r) {
  // Row by row, so that r may be b.
  for (LocalIndex block = 0; block < a.n_blocks(); ++block) {
    const LocalIndex first = a.block_rows[block];
    for (LocalIndex row = first; row < a.block_rows[block + 1]; ++row) {
      r[row] = b[row] - a.diagonal[row] * x[row];
      for (const auto* side : {&a.lower, &a.upper})
        for (LocalIndex e = side->offsets[row]; e < side->offsets[row + 1]; ++e)
          r[row] -= side->values[e] * x[first + side->columns[e]];
    }
  }
  for (LocalIndex k = 0; k < a.n_outer(); ++k)
    for (LocalIndex e = a.outer.offsets[k]; e < a.outer.offsets[k + 1]; ++e)
      r[a.outer.rows[k]] -= a.outer.values[e] * x[a.outer.columns[e]];
}

#define TRIREME_INSTANTIATE(Value)                                                                    \
  template void residual_reference(const PackedRowsView<Value>&, const Value*, const Value*, Value*); \
  template void multiply_reference(const PackedRowsView<Value>&, const Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
