// SPDX-License-Identifier: Apache-2.0
// What the threads of the set-up compute rows in, kept through all levels so that no level pays for fresh
// pages: accumulators, and chunks that rows are written to one after the other before their final place is
// known (one numeric pass, Park et al., SC'15, doi 10.1145/2807591.2807603). Used by interpolation and
// products.
#pragma once

#include <algorithm>
#include <vector>

#include "amg/kernels/row_accumulator.hpp"
#include "amg/matrix/array.hpp"
#include "solvers/base/error.hpp"
#include "solvers/base/types.hpp"

namespace trireme::amg {

// One accumulator's arrays.
class AccumulatorMemory {
 public:
  // An empty accumulator of n_columns columns. The one given before must be empty too.
  kernels::RowAccumulator prepare(LocalIndex n_columns) {
    const auto n = static_cast<std::size_t>(n_columns);
    if (place_.size() < n) place_.resize(n, -1);
    if (columns_.size() < n) {
      columns_.resize(n);
      values_.resize(n);
    }
    return {place_.data(), columns_.data(), values_.data(), 0};
  }

 private:
  Array<LocalIndex> place_, columns_;
  Array<double> values_;
};

// The rows of one part, one after the other.
struct RowChunk {
  Array<LocalIndex> columns;
  Array<double> values;
  LocalIndex used = 0;

  // Forgets what it holds, and has room for so many entries at least.
  void restart(std::size_t entries) {
    used = 0;
    reserve(entries);
  }
  // Keeps what is used. The rest must not be copied: its pages would be touched for nothing.
  void reserve(std::size_t entries) {
    if (columns.size() >= entries) return;
    columns.resize(static_cast<std::size_t>(used));
    values.resize(static_cast<std::size_t>(used));
    columns.resize(entries);
    values.resize(entries);
  }
  // Room for more, at least one row of n_columns.
  void grow(LocalIndex n_columns) {
    constexpr std::size_t most = 2147483647;
    if (columns.size() >= most)
      throw Error(ErrorKind::limit, "a level has more nonzeros on one rank than 32-bit offsets can count", {},
                  "use more ranks, or stronger truncation of the interpolation");
    reserve(std::min(most, columns.size() + columns.size() / 2 + static_cast<std::size_t>(n_columns)));
  }
};

struct ThreadWorkspace {
  AccumulatorMemory inner, outer;
  RowChunk chunk;
  Array<LocalIndex> indices_a, indices_b;
  Array<double> values_a, values_b;
  Array<double> dense_a, dense_b;  // of planned products: empty sums between rows
};

// [parts]
using RowWorkspace = std::vector<ThreadWorkspace>;

// Rows [bounds[p], bounds[p + 1]) are in the chunk of part p; counts [n_rows].
struct ChunkedRows {
  std::vector<LocalIndex> bounds;
  Array<LocalIndex> counts;
  RowWorkspace* workspace = nullptr;
};

// Fills a chunk with rows [begin, end): `kernel(row, sink)` writes rows from `row` on and returns the first
// for which the sink had no room, or end.
template <class Kernel>
void fill_chunk(RowChunk& chunk, LocalIndex begin, LocalIndex end, LocalIndex n_columns, LocalIndex* counts,
                Kernel&& kernel) {
  chunk.used = 0;
  for (LocalIndex row = begin; row < end;) {
    kernels::RowSink sink{chunk.columns.data(), chunk.values.data(),
                          static_cast<LocalIndex>(chunk.columns.size()), chunk.used, counts};
    row = kernel(row, sink);
    chunk.used = sink.used;
    if (row < end) chunk.grow(n_columns);
  }
}

}  // namespace trireme::amg
