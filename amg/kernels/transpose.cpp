// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/transpose.hpp"

#include <algorithm>

namespace trireme::amg::kernels {

void count_columns(const CsrView& matrix, LocalIndex row_begin, LocalIndex row_end, LocalIndex* counts) {
  std::fill_n(counts, matrix.n_columns, 0);
  const LocalIndex* const columns = matrix.columns.data();
  const LocalIndex last = matrix.offsets[row_end];
  for (LocalIndex k = matrix.offsets[row_begin]; k < last; ++k) ++counts[columns[k]];
}

void scatter_columns(const CsrView& matrix, LocalIndex row_begin, LocalIndex row_end, LocalIndex* next,
                     LocalIndex* rows, double* values) {
  const LocalIndex* const offsets = matrix.offsets.data();
  const LocalIndex* const columns = matrix.columns.data();
  const double* const from = matrix.values.data();
  for (LocalIndex row = row_begin; row < row_end; ++row)
    for (LocalIndex k = offsets[row]; k < offsets[row + 1]; ++k) {
      const LocalIndex place = next[columns[k]]++;
      rows[place] = row;
      values[place] = from[k];
    }
}

}  // namespace trireme::amg::kernels
