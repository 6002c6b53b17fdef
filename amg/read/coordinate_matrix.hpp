// SPDX-License-Identifier: Apache-2.0
// A matrix as text files list it, entry by entry, and its rows. Made by the readers on one rank, dealt out by
// the program.
#pragma once

#include <vector>

#include "amg/matrix/global_rows.hpp"

namespace trireme::amg {

struct CoordinateMatrix {
  GlobalIndex n_rows = 0, n_columns = 0;
  bool symmetric = false;  // the file says so; both halves are listed here
  std::vector<GlobalIndex> rows, columns;
  std::vector<double> values;

  void add(GlobalIndex row, GlobalIndex column, double value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  }
};

// All rows, columns ascending; entries that are listed several times are added up in the order of the list.
// The matrix is consumed. Throws Error (input) unless it is square
// and most rows have entries. Cost: O(entries) and one sort a row.
GlobalRows rows_of(CoordinateMatrix&& matrix, const char* name);

}  // namespace trireme::amg
