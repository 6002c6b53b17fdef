// SPDX-License-Identifier: Apache-2.0
// How a level's matrix lies in memory for the solve, as its kernels see it. Rows stand in blocks that do not
// depend on the thread count; a thread takes whole blocks, so a sweep that treats each block on its own gives
// the same bits for any number of threads. Each row is cut in four: what lies in its own block before the
// diagonal (lower), after it (upper), the diagonal, and the rest (outer: other blocks, then ghosts). A sweep
// from a zero guess then reads lower alone, and the residual behind it upper and outer alone. Called by the
// smoothers and cycles through PackedLevel, which owns the arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "solvers/base/types.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {

// A column inside its block, counted from the block's first row.
using ShortIndex = std::uint16_t;
inline constexpr LocalIndex largest_block = 65536;

// One side of the diagonal. Columns ascend in lower and descend in upper: what was computed last, in a sweep
// along the rows, comes last in the sum.
template <class Value>
struct TriangleView {
  const LocalIndex* offsets = nullptr;  // [n_rows + 1]
  const ShortIndex* columns = nullptr;  // [offsets[n_rows]]
  const Value* values = nullptr;        // [offsets[n_rows]]
};

// Entries beyond the block, for the rows that have any: outer row k is row rows[k]; rows ascend.
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
  TriangleView<Value> lower, upper;
  OuterView<Value> outer;
  const Value* diagonal = nullptr;  // [n_rows]

  LocalIndex n_rows() const { return block_rows.back(); }
  LocalIndex n_blocks() const { return static_cast<LocalIndex>(block_rows.size()) - 1; }
  LocalIndex n_outer() const { return outer.block_begin[n_blocks()]; }
};

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
