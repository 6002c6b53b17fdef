// SPDX-License-Identifier: Apache-2.0
// Rows of a square matrix with global column numbers: what generators and readers make, before a matrix of
// PETSc, of hypre or of this project is assembled from it.
#pragma once

#include "amg/matrix/array.hpp"
#include "solvers/base/types.hpp"

namespace trireme::amg {

struct GlobalRows {
  GlobalIndex n_global = 0;                               // rows (and columns) of the whole matrix
  GlobalIndex begin = 0;                                  // first row here
  int block_size = 1;                                     // unknowns of a point; a rank holds whole points
  Array<GlobalIndex> offsets = Array<GlobalIndex>(1, 0);  // [n_rows + 1]
  Array<GlobalIndex> columns;                             // each once in a row, in any order
  Array<double> values;

  LocalIndex n_rows() const noexcept { return static_cast<LocalIndex>(offsets.size()) - 1; }
};

}  // namespace trireme::amg
