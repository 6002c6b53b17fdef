// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/gauss_seidel.hpp"

#include <algorithm>

#include "amg/kernels/row_sum.hpp"

namespace trireme::amg {
namespace {

template <class Value>
const TriangleView<Value>& solved_side(const PackedRowsView<Value>& a, SweepDirection direction) {
  return direction == SweepDirection::forward ? a.lower : a.upper;
}
template <class Value>
const TriangleView<Value>& other_side(const PackedRowsView<Value>& a, SweepDirection direction) {
  return direction == SweepDirection::forward ? a.upper : a.lower;
}

template <class Value>
RunPack<Value> solved_sum(const StencilRunsView<Value>& runs, SweepDirection direction, const StencilRun& run,
                          const Value* x) {
  return direction == SweepDirection::forward ? run_sum(runs.lower, run, run.lower, direction, x)
                                              : run_sum(runs.upper, run, run.upper, direction, x);
}
// walk: how the rows are gone through.
template <class Value>
RunPack<Value> other_sum(const StencilRunsView<Value>& runs, SweepDirection direction, SweepDirection walk,
                         const StencilRun& run, const Value* x) {
  return direction == SweepDirection::forward ? run_sum(runs.upper, run, run.upper, walk, x)
                                              : run_sum(runs.lower, run, run.lower, walk, x);
}
// What the solved side has inside the run, where a sweep is Jacobi's.
template <class Value>
RunPack<Value> inner_solved_sum(const StencilRunsView<Value>& runs, SweepDirection direction,
                                const StencilRun& run, const Value* x) {
  return direction == SweepDirection::forward ? inner_run_sum(runs.lower, run, run.lower, x)
                                              : inner_run_sum(runs.upper, run, run.upper, x);
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
    // A run reads its own rows too, which must count as zero.
    if (a.runs.block_begin[block + 1] > a.runs.block_begin[block])
      std::fill(x + a.block_rows[block], x + a.block_rows[block + 1], Value(0));
    walk_block(
        a, block, direction,
        [&](LocalIndex row) { x[row] = (b[row] - row_sum(side, row, x_block, x)) * d.inverse[row]; },
        [&](const StencilRun& run) {
          const RunPack<Value> known =
              RunPack<Value>::load(b + run.row) - solved_sum(a.runs, direction, run, x);
          (known * RunPack<Value>::load(d.inverse + run.row)).store(x + run.row);
        });
  });
}

template <class Value>
void residual_after_sweep_from_zero(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                                    SweepDirection direction, std::span<const LocalIndex> shares,
                                    const Value* x, Value* r) {
  const TriangleView<Value> side = other_side(a, direction);
  for_each_block(shares, [&](LocalIndex block) {
    const Value* const x_block = block_start(a, block, x);
    walk_block(
        a, block, SweepDirection::forward, [&](LocalIndex row) { r[row] = -row_sum(side, row, x_block, x); },
        [&](const StencilRun& run) {
          (-(other_sum(a.runs, direction, SweepDirection::forward, run, x) +
             inner_solved_sum(a.runs, direction, run, x) +
             run_sum(a.runs.outer, run, run.outer, SweepDirection::forward, x)))
              .store(r + run.row);
        });
    for (LocalIndex k = a.outer.block_begin[block]; k < a.outer.block_begin[block + 1]; ++k) {
      const LocalIndex row = a.outer.rows[k];
      r[row] += d.excess[k] * x[row] - row_sum(a.outer, k, x);
    }
  });
}

template <class Value>
void sweep(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
           std::span<const LocalIndex> shares, Value* b, Value* x, Value* outer_sums, Value* kept) {
  // Of outer rows, then of runs with outer entries.
  Value* const run_sums = outer_sums + a.n_outer();
  if (a.n_outer() > 0 || a.runs.n_outer_runs > 0)
    for_each_block(shares, [&](LocalIndex block) {
      for (LocalIndex k = a.runs.block_begin[block]; k < a.runs.block_begin[block + 1]; ++k)
        if (const StencilRun& run = a.runs.runs[k]; run.outer_run >= 0)
          run_sum(a.runs.outer, run, run.outer, SweepDirection::forward, x)
              .store(run_sums + run.outer_run * run_rows);
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
    const Value* const old_or_new = x;
    walk_block(
        a, block, direction,
        [&](LocalIndex row) {
          const Value known = b[row] - row_sum(other, row, x_block, old_or_new);
          x[row] = (known - row_sum(solved, row, x_block, old_or_new)) * d.inverse[row];
        },
        [&](const StencilRun& run) {
          RunPack<Value> known =
              RunPack<Value>::load(b + run.row) - other_sum(a.runs, direction, direction, run, old_or_new);
          if (run.outer_run >= 0) known -= RunPack<Value>::load(run_sums + run.outer_run * run_rows);
          ((known - solved_sum(a.runs, direction, run, old_or_new)) *
           RunPack<Value>::load(d.inverse + run.row))
              .store(x + run.row);
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
