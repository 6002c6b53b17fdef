// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/kept_scaling.hpp"

#include <cmath>

namespace trireme::amg::kernels {

void row_sums(const LocalRows& rows, LocalIndex row_begin, LocalIndex row_end, double* sums) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    double sum = 0;
    rows.for_entries(row, [&](LocalIndex, double value) { sum += value; });
    sums[row] = sum;
  }
}

RowSumChanges row_sum_changes(const LocalRows& rows, const double* t, const double* old_sums,
                              LocalIndex row_begin, LocalIndex row_end) {
  RowSumChanges changes;
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    double plain = 0, scaled = 0;
    rows.for_entries(row, [&](LocalIndex column, double value) {
      plain += value;
      scaled += value * t[column];
    });
    changes.plain += std::fabs(plain - old_sums[row]);
    changes.scaled += std::fabs(t[row] * scaled - old_sums[row]);
  }
  return changes;
}

void scale_rows(const LocalIndex* offsets, const double* t, LocalIndex row_begin, LocalIndex row_end,
                const double* values, double* out) {
  for (LocalIndex row = row_begin; row < row_end; ++row)
    for (LocalIndex k = offsets[row]; k < offsets[row + 1]; ++k) out[k] = t[row] * values[k];
}

void scale_columns(const LocalIndex* offsets, const LocalIndex* columns, const double* t,
                   LocalIndex row_begin, LocalIndex row_end, const double* values, double* out) {
  for (LocalIndex k = offsets[row_begin]; k < offsets[row_end]; ++k) out[k] = t[columns[k]] * values[k];
}

}  // namespace trireme::amg::kernels
