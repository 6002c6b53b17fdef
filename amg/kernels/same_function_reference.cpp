// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/same_function.hpp"

namespace trireme::amg::kernels {

Csr same_function_reference(const CsrView& matrix, std::span<const LocalIndex> row_functions,
                            std::span<const LocalIndex> column_functions) {
  Csr result;
  result.n_columns = matrix.n_columns;
  for (std::size_t row = 0; row < row_functions.size(); ++row) {
    for (auto k = static_cast<std::size_t>(matrix.offsets[row]);
         k < static_cast<std::size_t>(matrix.offsets[row + 1]); ++k)
      if (row_functions[row] == column_functions[static_cast<std::size_t>(matrix.columns[k])]) {
        result.columns.push_back(matrix.columns[k]);
        result.values.push_back(matrix.values[k]);
      }
    result.offsets.push_back(static_cast<LocalIndex>(result.columns.size()));
  }
  return result;
}

}  // namespace trireme::amg::kernels
