// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/orthonormal_piece.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trireme::amg {

void orthonormalize(std::span<double> piece, int columns, std::span<double> factor) {
  constexpr double dependent = 1e-8;
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t rows = width == 0 ? 0 : piece.size() / width;
  const auto product = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t row = 0; row < rows; ++row) sum += piece[row * width + a] * piece[row * width + b];
    return sum;
  };
  std::fill(factor.begin(), factor.end(), 0.0);
  for (std::size_t column = 0; column < width; ++column) {
    const double length_before = std::sqrt(product(column, column));
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t before = 0; before < column; ++before) {
        const double along = product(before, column);
        factor[before * width + column] += along;
        for (std::size_t row = 0; row < rows; ++row)
          piece[row * width + column] -= along * piece[row * width + before];
      }
    }
    const double length = std::sqrt(product(column, column));
    const bool independent = length > dependent * length_before;
    factor[column * width + column] = independent ? length : 0.0;
    for (std::size_t row = 0; row < rows; ++row)
      piece[row * width + column] = independent ? piece[row * width + column] / length : 0.0;
  }
}

}  // namespace trireme::amg
