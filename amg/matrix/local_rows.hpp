// SPDX-License-Identifier: Apache-2.0
// The rows of a rank with one numbering of their columns: owned columns first, ghosts after them. Kernels of
// the set-up take rows in this form, which costs nothing over the two parts they are stored in. Also the
// sparsity pattern in the same numbering.
#pragma once

#include <span>

#include "amg/matrix/csr.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/base/types.hpp"

namespace trireme::amg {

struct LocalRows {
  LocalIndex n_rows = 0;
  LocalIndex n_owned = 0;  // owned columns; ghost g is column n_owned + g
  const LocalIndex *offsets = nullptr, *columns = nullptr;
  const double* values = nullptr;
  const LocalIndex *ghost_offsets = nullptr, *ghost_columns = nullptr;
  const double* ghost_values = nullptr;

  LocalRows() = default;
  explicit LocalRows(const MatrixView& matrix)
      : n_rows(matrix.n_rows()),
        n_owned(matrix.diagonal.n_columns),
        offsets(matrix.diagonal.offsets.data()),
        columns(matrix.diagonal.columns.data()),
        values(matrix.diagonal.values.data()),
        ghost_offsets(matrix.off_diagonal.offsets.data()),
        ghost_columns(matrix.off_diagonal.columns.data()),
        ghost_values(matrix.off_diagonal.values.data()) {}

  // Of one part without ghosts. no_ghosts [n_rows + 1]: zeros.
  LocalRows(const CsrView& matrix, std::span<const LocalIndex> no_ghosts)
      : n_rows(matrix.n_rows()),
        n_owned(matrix.n_columns),
        offsets(matrix.offsets.data()),
        columns(matrix.columns.data()),
        values(matrix.values.data()),
        ghost_offsets(no_ghosts.data()) {}

  // f(LocalIndex column, double value) for each entry: the diagonal part first, each part as it is stored.
  template <class F>
  void for_entries(LocalIndex row, F&& f) const {
    for (LocalIndex k = offsets[row]; k < offsets[row + 1]; ++k) f(columns[k], values[k]);
    for (LocalIndex k = ghost_offsets[row]; k < ghost_offsets[row + 1]; ++k)
      f(n_owned + ghost_columns[k], ghost_values[k]);
  }

  LocalIndex n_entries(LocalIndex row) const {
    return offsets[row + 1] - offsets[row] + ghost_offsets[row + 1] - ghost_offsets[row];
  }

  // 0 where the row has none.
  double diagonal_value(LocalIndex row) const {
    for (LocalIndex k = offsets[row]; k < offsets[row + 1]; ++k)
      if (columns[k] == row) return values[k];
    return 0.0;
  }
};

// Row i is columns[begin[i]..end[i]); there may be gaps between rows.
struct Pattern {
  Array<LocalIndex> begin, end;  // [n_rows]
  Array<LocalIndex> columns;
};

}  // namespace trireme::amg
