// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "amg/kernels/dense_rows.hpp"

namespace trireme::amg {

void multiply_dense_rows_reference(std::span<const double> matrix, std::span<const double> x,
                                   std::span<double> y) {
  for (std::size_t row = 0; row < y.size(); ++row) {
    y[row] = 0;
    for (std::size_t j = 0; j < x.size(); ++j) y[row] += matrix[row * x.size() + j] * x[j];
  }
}

}  // namespace trireme::amg
