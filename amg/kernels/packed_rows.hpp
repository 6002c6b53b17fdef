// SPDX-License-Identifier: Apache-2.0
// How a level's matrix lies in memory for the solve, as its kernels see it. Rows stand in blocks that do not
// depend on the thread count; a thread takes whole blocks, so a sweep that treats each block on its own gives
// the same bits for any number of threads. Each row is cut in four: what lies in its own block before the
// diagonal (lower), after it (upper), the diagonal, and the rest (outer: other blocks, then ghosts). A sweep
// from a zero guess then reads lower alone, and the residual behind it upper and outer alone. Lower and upper
// of rows that form runs (kernels/stencil_runs.hpp) are kept there instead. Called by the smoothers and
// cycles through PackedMatrix, which owns the arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "amg/kernels/stencil_runs.hpp"
#include "solvers/base/types.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {

// A column inside its block, counted from the block's first row.
using ShortIndex = std::uint16_t;
inline constexpr LocalIndex largest_block = 65536;

// One side of the diagonal. The entries of a row stand in the order of the set-up's matrix.
template <class Value>
struct TriangleView {
  const LocalIndex* offsets = nullptr;       // [n_rows + 1]
  const ShortIndex* columns = nullptr;       // [offsets[n_rows]]; null where blocks may be larger
  const LocalIndex* wide_columns = nullptr;  // then these: packed columns
  const Value* values = nullptr;             // [offsets[n_rows]]
};

// Entries beyond the block, for the rows outside runs that have any: outer row k is row rows[k]; rows ascend.
template <class Value>
struct OuterView {
  const LocalIndex* block_begin = nullptr;  // [n_blocks + 1]: outer rows of block b are [b], [b + 1]
  const LocalIndex* rows = nullptr;         // [n_outer]
  const LocalIndex* offsets = nullptr;      // [n_outer + 1]
  const LocalIndex* columns = nullptr;      // below n_rows: a row of this rank; else n_rows + ghost
  const Value* values = nullptr;
};

template <class Value>
struct PackedRowsView {
  std::span<const LocalIndex> block_rows;  // [n_blocks + 1]: block b is rows [b], [b + 1]
  TriangleView<Value> lower, upper;        // rows of runs are empty in them
  StencilRunsView<Value> runs;
  OuterView<Value> outer;
  const Value* diagonal = nullptr;  // [n_rows]

  LocalIndex n_rows() const { return block_rows.back(); }
  LocalIndex n_blocks() const { return static_cast<LocalIndex>(block_rows.size()) - 1; }
  LocalIndex n_outer() const { return outer.block_begin[n_blocks()]; }
  // Of a sweep's scratch: outer rows, then eights of runs with outer entries.
  std::size_t n_outer_sums() const {
    return static_cast<std::size_t>(n_outer()) + static_cast<std::size_t>(runs.n_outer_runs) * run_rows;
  }
};

// f_row(row) for every row of a block that belongs to no run, f_run(run) for every run, in order.
template <class Value, class Row, class Run>
inline void walk_block(const PackedRowsView<Value>& a, LocalIndex block, SweepDirection direction,
                       Row&& f_row, Run&& f_run) {
  const auto b = static_cast<std::size_t>(block);
  const LocalIndex begin = a.block_rows[b], end = a.block_rows[b + 1];
  const LocalIndex first = a.runs.block_begin[b], last = a.runs.block_begin[b + 1];
  if (direction == SweepDirection::forward) {
    LocalIndex row = begin;
    for (LocalIndex k = first; k < last; ++k) {
      const StencilRun& run = a.runs.runs[k];
      for (; row < run.row; ++row) f_row(row);
      f_run(run);
      row += run_rows;
    }
    for (; row < end; ++row) f_row(row);
  } else {
    LocalIndex row = end;
    for (LocalIndex k = last; k-- > first;) {
      const StencilRun& run = a.runs.runs[k];
      for (; row > run.row + run_rows;) f_row(--row);
      f_run(run);
      row -= run_rows;
    }
    for (; row > begin;) f_row(--row);
  }
}

// f(LocalIndex block) for every block; thread t of the region runs [shares[t], shares[t + 1]). One share runs
// on the calling thread. Shares go round robin where fewer threads came than were asked for.
template <class F>
void for_each_block(std::span<const LocalIndex> shares, F&& f) {
  const std::size_t n_shares = shares.size() - 1;
  const auto run = [&](std::size_t share) {
    for (LocalIndex block = shares[share]; block < shares[share + 1]; ++block) f(block);
  };
  if (n_shares == 1) return run(0);
  threads::parallel_region([&](int thread, int n_threads) {
    for (auto share = static_cast<std::size_t>(thread); share < n_shares;
         share += static_cast<std::size_t>(n_threads))
      run(share);
  });
}

}  // namespace trireme::amg
