// SPDX-License-Identifier: Apache-2.0
// Collects one sparse row: entries of the same column are added where the first of them went, columns stand
// in the order in which they first came (Gustavson, "Two fast algorithms for sparse matrices", ACM TOMS 4
// (1978), doi 10.1145/355791.355796). Borrows its arrays from a workspace that lives through all levels. Used
// by interpolation and products.
#pragma once

#include "solvers/base/types.hpp"

namespace trireme::amg::kernels {

struct RowAccumulator {
  LocalIndex* place = nullptr;  // [n_columns]: all -1 between rows
  LocalIndex* columns = nullptr;
  double* values = nullptr;
  LocalIndex count = 0;

  void add(LocalIndex column, double value) {
    const LocalIndex at = place[column];
    if (at < 0) {
      place[column] = count;
      columns[count] = column;
      values[count] = value;
      ++count;
    } else {
      values[at] += value;
    }
  }
  bool has(LocalIndex column) const { return place[column] >= 0; }
  void clear() {
    for (LocalIndex k = 0; k < count; ++k) place[columns[k]] = -1;
    count = 0;
  }
};

// Where finished rows go. A kernel that finds no room for a row stops before it.
struct RowSink {
  LocalIndex* columns = nullptr;
  double* values = nullptr;
  LocalIndex capacity = 0, used = 0;
  LocalIndex* counts = nullptr;  // [n_rows]: entries of each row

  bool has_room(LocalIndex entries) const { return entries <= capacity - used; }
  // Keeps the first `entries` of the accumulator as row `row`.
  void put(LocalIndex row, const RowAccumulator& from, LocalIndex entries) {
    for (LocalIndex k = 0; k < entries; ++k) {
      columns[used + k] = from.columns[k];
      values[used + k] = from.values[k];
    }
    used += entries;
    counts[row] = entries;
  }
};

}  // namespace trireme::amg::kernels
