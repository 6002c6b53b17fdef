// SPDX-License-Identifier: Apache-2.0
// The entries of a packed row one by one, wherever they are kept: what the reference twins of the packed
// kernels are written with. Slow: looks through all runs for each row.
#pragma once

#include "amg/kernels/packed_rows.hpp"

namespace trireme::amg {

// f(column, value, whether the column is a row of the same run) for the entries of row `row` inside its block
// on one side of the diagonal: `lower` before it, else after it.
template <class Value, class F>
void for_side_entries_reference(const PackedRowsView<Value>& a, LocalIndex block, bool lower, LocalIndex row,
                                F&& f) {
  const TriangleView<Value>& triangle = lower ? a.lower : a.upper;
  for (LocalIndex e = triangle.offsets[row]; e < triangle.offsets[row + 1]; ++e)
    f(triangle.columns == nullptr ? triangle.wide_columns[e]
                                  : a.block_rows[static_cast<std::size_t>(block)] + triangle.columns[e],
      triangle.values[e], false);
  const RunSideView<Value>& side = lower ? a.runs.lower : a.runs.upper;
  for (LocalIndex k = a.runs.block_begin[block]; k < a.runs.block_begin[block + 1]; ++k) {
    const StencilRun& run = a.runs.runs[k];
    if (row < run.row || row >= run.row + run_rows) continue;
    LocalIndex at = lower ? run.lower : run.upper;
    for (LocalIndex d = side.shape_begin[run.shape]; d < side.shape_begin[run.shape + 1]; ++d, ++at) {
      const LocalIndex column = row + side.distances[d];
      f(column, side.values[static_cast<std::ptrdiff_t>(at) * run_rows + (row - run.row)],
        column >= run.row && column < run.row + run_rows);
    }
  }
}

// f(column, value) for the entries outside the row's block.
template <class Value, class F>
void for_outer_entries_reference(const PackedRowsView<Value>& a, LocalIndex row, F&& f) {
  for (LocalIndex k = 0; k < a.n_outer(); ++k)
    if (a.outer.rows[k] == row)
      for (LocalIndex e = a.outer.offsets[k]; e < a.outer.offsets[k + 1]; ++e)
        f(a.outer.columns[e], a.outer.values[e]);
  const RunSideView<Value>& side = a.runs.outer;
  for (LocalIndex k = 0; k < a.runs.block_begin[a.n_blocks()]; ++k) {
    const StencilRun& run = a.runs.runs[k];
    if (row < run.row || row >= run.row + run_rows) continue;
    LocalIndex at = run.outer;
    for (LocalIndex d = side.shape_begin[run.shape]; d < side.shape_begin[run.shape + 1]; ++d, ++at)
      f(row + side.distances[d], side.values[static_cast<std::ptrdiff_t>(at) * run_rows + (row - run.row)]);
  }
}

}  // namespace trireme::amg
