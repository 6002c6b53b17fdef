// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "solvers/vec/kernels/reductions.hpp"

namespace trireme::vec {

double dot_reference(std::span<const double> x, std::span<const double> y) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) total += x[i] * y[i];
  return total;
}

void multi_dot_reference(std::span<const double> x, std::span<const double* const> ys,
                         std::span<double> sums) {
  for (std::size_t k = 0; k < ys.size(); ++k) sums[k] = dot_reference(x, {ys[k], x.size()});
}

double sum_reference(std::span<const double> x) {
  double total = 0;
  for (const double value : x) total += value;
  return total;
}

double sum_of_magnitudes_reference(std::span<const double> x) {
  double total = 0;
  for (const double value : x) total += std::abs(value);
  return total;
}

double largest_magnitude_reference(std::span<const double> x) {
  double found = 0;
  for (const double value : x) {
    if (std::isnan(value)) return value;
    found = std::max(found, std::abs(value));
  }
  return found;
}

DotAndSquare dot_and_square_reference(std::span<const double> x, std::span<const double> y) {
  return {dot_reference(x, y), dot_reference(y, y)};
}

double largest_quotient_reference(std::span<const double> x, std::span<const double> y) {
  double found = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double quotient = std::abs(y[i] != 0 ? x[i] / y[i] : x[i]);
    if (std::isnan(quotient)) return quotient;
    found = std::max(found, quotient);
  }
  return found;
}

}  // namespace trireme::vec
