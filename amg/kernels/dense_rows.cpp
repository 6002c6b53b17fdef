// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/dense_rows.hpp"

#include <cstddef>

namespace trireme::amg {

void multiply_dense_rows(std::span<const double> matrix, std::span<const double> x, std::span<double> y) {
  constexpr std::size_t width = 4;  // sums side by side, since one would wait for itself
  const std::size_t n = x.size(), in_width = n - n % width;
  for (std::size_t row = 0; row < y.size(); ++row) {
    const double* const a = matrix.data() + row * n;
    double sums[width] = {};
    for (std::size_t j = 0; j < in_width; j += width)
      for (std::size_t k = 0; k < width; ++k) sums[k] += a[j + k] * x[j + k];
    double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (std::size_t j = in_width; j < n; ++j) sum += a[j] * x[j];
    y[row] = sum;
  }
}

}  // namespace trireme::amg
