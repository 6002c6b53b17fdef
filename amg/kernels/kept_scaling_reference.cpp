// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "amg/kernels/kept_scaling.hpp"

namespace trireme::amg::kernels {

RowSumChanges row_sum_changes_reference(const LocalRows& rows, const double* t, const double* old_sums,
                                        LocalIndex row_begin, LocalIndex row_end) {
  RowSumChanges changes;
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    std::vector<double> plain, scaled;
    rows.for_entries(row, [&](LocalIndex column, double value) {
      plain.push_back(value);
      scaled.push_back(t[row] * value * t[column]);
    });
    double plain_change = -old_sums[row], scaled_change = -old_sums[row];
    for (const double value : plain) plain_change += value;
    for (const double value : scaled) scaled_change += value;
    changes.plain += std::abs(plain_change);
    changes.scaled += std::abs(scaled_change);
  }
  return changes;
}

}  // namespace trireme::amg::kernels
