// SPDX-License-Identifier: Apache-2.0
// Rows of a packed matrix that lie in memory by eights. Where eight neighbouring rows have their entries at
// the same distances from the diagonal, as on the inside of a regular grid, those distances are kept once for
// all such runs, and the values of one distance stand together: no column numbers are read, and a register
// works on eight rows at once. A run is relaxed as a whole (Jacobi inside it, Gauss-Seidel between it and the
// rest of its block); packing makes runs only of rows where that needs no larger diagonal. Made by
// cycle/stencil_runs, used by the kernels of packed matrices.
#pragma once

#include <cstddef>

#include "solvers/base/types.hpp"
#include "solvers/simd/pack.hpp"

namespace trireme::amg {

inline constexpr int run_rows = 8;

template <class Value>
using RunPack = simd::Pack<Value, run_rows>;

// A run in packed rows [row, row + 8). lower, upper, outer: its first value among each side's values, counted
// in eights; outer_run: its place among the runs with outer entries, -1 if it has none.
struct StencilRun {
  LocalIndex row, shape, lower, upper, outer, outer_run;
};

enum class SweepDirection { forward, backward };

// The entries before the diagonal, after it, or outside the block. Distances are column - row, ascending.
// Near ones are shorter than a run: some of their columns lie inside the run itself.
template <class Value>
struct RunSideView {
  const LocalIndex* shape_begin = nullptr;  // [n_shapes + 1]: distances of each shape
  const LocalIndex* near_begin = nullptr;   // [n_shapes]: its near ones
  const LocalIndex* near_end = nullptr;
  const LocalIndex* distances = nullptr;
  const Value* values =
      nullptr;  // [.., 8]: of a run a row of eight for each distance, zero where a row has none
};

template <class Value>
struct StencilRunsView {
  const LocalIndex* block_begin = nullptr;  // [n_blocks + 1]: runs of each block, ascending
  const StencilRun* runs = nullptr;
  RunSideView<Value> lower, upper, outer;
  LocalIndex n_outer_runs = 0;
};

// One side of a run times x [n_rows + n_ghosts]. Sums run with the direction: what a sweep computed last
// comes last, and memory is read straight on, upwards or downwards. (Read upwards inside each run and
// downwards from run to run, a backward sweep on 27 points took twice as long.)
template <class Value>
inline RunPack<Value> run_sum(const RunSideView<Value>& side, const StencilRun& run, LocalIndex first_value,
                              SweepDirection direction, const Value* x) {
  const LocalIndex* const distances = side.distances + side.shape_begin[run.shape];
  const std::ptrdiff_t n = side.shape_begin[run.shape + 1] - side.shape_begin[run.shape];
  const Value* const values = side.values + static_cast<std::ptrdiff_t>(first_value) * run_rows;
  const Value* const x_row = x + run.row;
  const auto add = [=](std::ptrdiff_t d, RunPack<Value>& sum) {
    sum = fma(RunPack<Value>::load(values + d * run_rows), RunPack<Value>::load(x_row + distances[d]), sum);
  };
  // Two sums, so that one addition need not wait for another.
  RunPack<Value> even(Value(0)), odd(Value(0));
  if (direction == SweepDirection::forward) {
    std::ptrdiff_t d = 0;
    for (; d + 1 < n; d += 2) {
      add(d, even);
      add(d + 1, odd);
    }
    if (d < n) add(d, even);
  } else {
    std::ptrdiff_t d = n - 1;
    for (; d > 0; d -= 2) {
      add(d, even);
      add(d - 1, odd);
    }
    if (d == 0) add(d, even);
  }
  return even + odd;
}

// The part of run_sum whose columns are rows of the run.
template <class Value>
inline RunPack<Value> inner_run_sum(const RunSideView<Value>& side, const StencilRun& run,
                                    LocalIndex first_value, const Value* x) {
  static constexpr Value lanes[run_rows] = {0, 1, 2, 3, 4, 5, 6, 7};
  const RunPack<Value> lane = RunPack<Value>::load(lanes), zero(Value(0));
  RunPack<Value> sum(Value(0));
  for (LocalIndex d = side.near_begin[run.shape]; d < side.near_end[run.shape]; ++d) {
    const LocalIndex distance = side.distances[d];
    const Value* const values =
        side.values + (static_cast<std::ptrdiff_t>(first_value) + d - side.shape_begin[run.shape]) * run_rows;
    const auto product = RunPack<Value>::load(values) * RunPack<Value>::load(x + run.row + distance);
    sum += distance < 0
               ? select(lane < RunPack<Value>(static_cast<Value>(-distance)), zero, product)
               : select(lane < RunPack<Value>(static_cast<Value>(run_rows - distance)), product, zero);
  }
  return sum;
}

// Sums of |entries| of one side.
template <class Value>
inline RunPack<Value> run_magnitudes(const RunSideView<Value>& side, const StencilRun& run,
                                     LocalIndex first_value) {
  const Value* values = side.values + static_cast<std::ptrdiff_t>(first_value) * run_rows;
  RunPack<Value> sum(Value(0));
  for (LocalIndex d = side.shape_begin[run.shape]; d < side.shape_begin[run.shape + 1];
       ++d, values += run_rows)
    sum += abs(RunPack<Value>::load(values));
  return sum;
}

}  // namespace trireme::amg
