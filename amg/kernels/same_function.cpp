// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/same_function.hpp"

namespace trireme::amg::kernels {

void count_same_function(const CsrView& matrix, std::span<const LocalIndex> row_functions,
                         std::span<const LocalIndex> column_functions, LocalIndex row_begin,
                         LocalIndex row_end, LocalIndex* counts) {
  const LocalIndex *const columns = matrix.columns.data(), *const of_column = column_functions.data();
  for (auto row = static_cast<std::size_t>(row_begin); row < static_cast<std::size_t>(row_end); ++row) {
    const LocalIndex function = row_functions[row];
    LocalIndex count = 0;
    for (LocalIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
      count += of_column[columns[k]] == function ? 1 : 0;
    counts[row] = count;
  }
}

void copy_same_function(const CsrView& matrix, std::span<const LocalIndex> row_functions,
                        std::span<const LocalIndex> column_functions, LocalIndex row_begin,
                        LocalIndex row_end, const LocalIndex* offsets, LocalIndex* columns, double* values) {
  const LocalIndex *const from = matrix.columns.data(), *const of_column = column_functions.data();
  const double* const value = matrix.values.data();
  for (auto row = static_cast<std::size_t>(row_begin); row < static_cast<std::size_t>(row_end); ++row) {
    const LocalIndex function = row_functions[row];
    LocalIndex next = offsets[row];
    for (LocalIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
      if (of_column[from[k]] != function) continue;
      columns[next] = from[k];
      values[next++] = value[k];
    }
  }
}

}  // namespace trireme::amg::kernels
