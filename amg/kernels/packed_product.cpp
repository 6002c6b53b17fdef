// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/packed_product.hpp"

#include "amg/kernels/row_sum.hpp"

namespace trireme::amg {
namespace {

template <class Value>
Value inner_sum(const PackedRowsView<Value>& a, LocalIndex row, const Value* x_block, const Value* x) {
  return a.diagonal[row] * x[row] + row_sum(a.lower, row, x_block, x) + row_sum(a.upper, row, x_block, x);
}

template <class Value>
RunPack<Value> inner_sum(const PackedRowsView<Value>& a, const StencilRun& run, const Value* x) {
  return RunPack<Value>::load(a.diagonal + run.row) * RunPack<Value>::load(x + run.row) +
         run_sum(a.runs.lower, run, run.lower, SweepDirection::forward, x) +
         run_sum(a.runs.upper, run, run.upper, SweepDirection::forward, x) +
         run_sum(a.runs.outer, run, run.outer, SweepDirection::forward, x);
}

}  // namespace

template <class Value>
void residual(const PackedRowsView<Value>& a, std::span<const LocalIndex> shares, const Value* b,
              const Value* x, Value* r) {
  for_each_block(shares, [&](LocalIndex block) {
    const Value* const x_block = x + a.block_rows[block];
    walk_block(
        a, block, SweepDirection::forward,
        [&](LocalIndex row) { r[row] = b[row] - inner_sum(a, row, x_block, x); },
        [&](const StencilRun& run) {
          (RunPack<Value>::load(b + run.row) - inner_sum(a, run, x)).store(r + run.row);
        });
    for (LocalIndex k = a.outer.block_begin[block]; k < a.outer.block_begin[block + 1]; ++k)
      r[a.outer.rows[k]] -= row_sum(a.outer, k, x);
  });
}

template <class Value>
void multiply(const PackedRowsView<Value>& a, std::span<const LocalIndex> shares, const Value* x, Value* y) {
  for_each_block(shares, [&](LocalIndex block) {
    const Value* const x_block = x + a.block_rows[block];
    walk_block(
        a, block, SweepDirection::forward, [&](LocalIndex row) { y[row] = inner_sum(a, row, x_block, x); },
        [&](const StencilRun& run) { inner_sum(a, run, x).store(y + run.row); });
    for (LocalIndex k = a.outer.block_begin[block]; k < a.outer.block_begin[block + 1]; ++k)
      y[a.outer.rows[k]] += row_sum(a.outer, k, x);
  });
}

#define TRIREME_INSTANTIATE(Value)                                                                \
  template void residual(const PackedRowsView<Value>&, std::span<const LocalIndex>, const Value*, \
                         const Value*, Value*);                                                   \
  template void multiply(const PackedRowsView<Value>&, std::span<const LocalIndex>, const Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
