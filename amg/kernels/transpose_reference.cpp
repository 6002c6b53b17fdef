// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/transpose.hpp"

namespace trireme::amg::kernels {

void transpose_reference(const CsrView& matrix, LocalIndex* offsets, LocalIndex* rows, double* values) {
  LocalIndex place = 0;
  for (LocalIndex column = 0; column < matrix.n_columns; ++column) {
    offsets[column] = place;
    for (LocalIndex row = 0; row < matrix.n_rows(); ++row)
      for (LocalIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
        if (matrix.columns[k] == column) {
          rows[place] = row;
          values[place++] = matrix.values[k];
        }
  }
  offsets[matrix.n_columns] = place;
}

}  // namespace trireme::amg::kernels
