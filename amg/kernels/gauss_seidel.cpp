// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/gauss_seidel.hpp"

#include "amg/kernels/row_sum.hpp"

namespace trireme::amg {
namespace {

// Rows of a block in the order of the direction.
template <class F>
void for_rows(const std::span<const LocalIndex> block_rows, LocalIndex block, SweepDirection direction,
              F&& f) {
  const LocalIndex begin = block_rows[static_cast<std::size_t>(block)];
  const LocalIndex end = block_rows[static_cast<std::size_t>(block) + 1];
  if (direction == SweepDirection::forward)
    for (LocalIndex row = begin; row < end; ++row) f(row);
  else
    for (LocalIndex row = end; row-- > begin;) f(row);
}

template <class Value>
const TriangleView<Value>& solved_side(const PackedRowsView<Value>& a, SweepDirection direction) {
  return direction == SweepDirection::forward ? a.lower : a.upper;
}
template <class Value>
const TriangleView<Value>& other_side(const PackedRowsView<Value>& a, SweepDirection direction) {
  return direction == SweepDirection::forward ? a.upper : a.lower;
}

template <class Value>
const Value* block_start(const PackedRowsView<Value>& a, LocalIndex block, const Value* x) {
  return x + a.block_rows[static_cast<std::size_t>(block)];
}

}  // namespace

template <class Value>
void sweep_from_zero(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
                     std::span<const LocalIndex> shares, const Value* b, Value* x) {
  const TriangleView<Value> side = solved_side(a, direction);
  for_each_block(shares, [&](LocalIndex block) {
    const Value* const x_block = block_start(a, block, x);
    for_rows(a.block_rows, block, direction,
             [&](LocalIndex row) { x[row] = (b[row] - row_sum(side, row, x_block)) * d.inverse[row]; });
  });
}

template <class Value>
void residual_after_sweep_from_zero(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                                    SweepDirection direction, std::span<const LocalIndex> shares,
                                    const Value* x, Value* r) {
  const TriangleView<Value> side = other_side(a, direction);
  for_each_block(shares, [&](LocalIndex block) {
    const Value* const x_block = block_start(a, block, x);
    for_rows(a.block_rows, block, SweepDirection::forward,
             [&](LocalIndex row) { r[row] = -row_sum(side, row, x_block); });
    for (LocalIndex k = a.outer.block_begin[block]; k < a.outer.block_begin[block + 1]; ++k) {
      const LocalIndex row = a.outer.rows[k];
      r[row] += d.excess[k] * x[row] - row_sum(a.outer, k, x);
    }
  });
}

template <class Value>
void sweep(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
           std::span<const LocalIndex> shares, Value* b, Value* x, Value* outer_sums, Value* kept) {
  if (a.n_outer() > 0)
    for_each_block(shares, [&](LocalIndex block) {
      for (LocalIndex k = a.outer.block_begin[block]; k < a.outer.block_begin[block + 1]; ++k)
        outer_sums[k] = d.excess[k] * x[a.outer.rows[k]] - row_sum(a.outer, k, x);
    });
  const TriangleView<Value> solved = solved_side(a, direction), other = other_side(a, direction);
  for_each_block(shares, [&](LocalIndex block) {
    const LocalIndex outer_begin = a.outer.block_begin[block], outer_end = a.outer.block_begin[block + 1];
    for (LocalIndex k = outer_begin; k < outer_end; ++k) {
      Value& at_row = b[a.outer.rows[k]];
      kept[k] = at_row;
      at_row += outer_sums[k];
    }
    const Value* const x_block = block_start(a, block, x);
    for_rows(a.block_rows, block, direction, [&](LocalIndex row) {
      const Value known = b[row] - row_sum(other, row, x_block);
      x[row] = (known - row_sum(solved, row, x_block)) * d.inverse[row];
    });
    for (LocalIndex k = outer_begin; k < outer_end; ++k) b[a.outer.rows[k]] = kept[k];
  });
}

#define TRIREME_INSTANTIATE(Value)                                                                         \
  template void sweep_from_zero(const PackedRowsView<Value>&, const SweepDiagonal<Value>&, SweepDirection, \
                                std::span<const LocalIndex>, const Value*, Value*);                        \
  template void residual_after_sweep_from_zero(const PackedRowsView<Value>&, const SweepDiagonal<Value>&,  \
                                               SweepDirection, std::span<const LocalIndex>, const Value*,  \
                                               Value*);                                                    \
  template void sweep(const PackedRowsView<Value>&, const SweepDiagonal<Value>&, SweepDirection,           \
                      std::span<const LocalIndex>, Value*, Value*, Value*, Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
