// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "amg/kernels/strength.hpp"

namespace trireme::amg::kernels {

void strong_rows_reference(const LocalRows& matrix, const StrengthCriterion& criterion, LocalIndex row_begin,
                           LocalIndex row_end, LocalIndex first, double* diagonal, LocalIndex* begin,
                           LocalIndex* end, LocalIndex* columns) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    const double a_ii = matrix.diagonal_value(row);
    const double sign = a_ii < 0 ? 1 : -1;
    double sum = 0, strongest = 0;
    matrix.for_entries(row, [&](LocalIndex column, double value) {
      sum += value;
      if (column != row && sign * value > strongest) strongest = sign * value;
    });
    diagonal[row] = a_ii;
    begin[row] = first;
    if (criterion.max_row_sum == 1 || !(std::fabs(sum) > criterion.max_row_sum * std::fabs(a_ii)))
      matrix.for_entries(row, [&](LocalIndex column, double value) {
        if (column != row && sign * value > criterion.threshold * strongest) columns[first++] = column;
      });
    end[row] = first;
  }
}

}  // namespace trireme::amg::kernels
