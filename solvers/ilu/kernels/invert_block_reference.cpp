// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <initializer_list>

#include "solvers/ilu/kernels/invert_block.hpp"

namespace trireme::ilu {
namespace {

double& at(double* block, int bs, int row, int column) {
  return block[column * bs + row];
}

// The textbook's elimination on the pair [a | b], b the identity at first, one row operation after the other.
bool eliminate(int bs, double* a, double* b, double zero_pivot) {
  for (int row = 0; row < bs; ++row)
    for (int column = 0; column < bs; ++column) at(b, bs, row, column) = row == column;
  for (int k = 0; k < bs; ++k) {
    int largest = k;
    for (int row = k; row < bs; ++row)
      if (std::fabs(at(a, bs, row, k)) > std::fabs(at(a, bs, largest, k))) largest = row;
    for (int column = 0; column < bs; ++column) {
      for (double* m : {a, b}) {
        const double kept = at(m, bs, k, column);
        at(m, bs, k, column) = at(m, bs, largest, column);
        at(m, bs, largest, column) = kept;
      }
    }
    const double pivot = at(a, bs, k, k);
    if (std::isnan(pivot) || std::isinf(pivot) || std::fabs(pivot) <= zero_pivot) return false;
    for (double* m : {a, b})
      for (int column = 0; column < bs; ++column) at(m, bs, k, column) *= 1.0 / pivot;
    for (int row = 0; row < bs; ++row) {
      const double factor = at(a, bs, row, k);
      if (row == k) continue;
      for (double* m : {a, b})
        for (int column = 0; column < bs; ++column) at(m, bs, row, column) -= factor * at(m, bs, k, column);
    }
  }
  for (int e = 0; e < bs * bs; ++e)
    if (std::isnan(b[e]) || std::isinf(b[e])) return false;
  return true;
}

}  // namespace

bool invert_block_reference(int bs, double* block, double* scratch, const PivotRule& rule) {
  const double zero_pivot = bs == 1 ? rule.zero_pivot : 0.0;
  double* inverse = scratch + bs * bs;
  for (const double shift : {0.0, rule.shift}) {
    for (int e = 0; e < bs * bs; ++e) scratch[e] = block[e];
    if (shift != 0)
      for (int row = 0; row < bs; ++row) at(scratch, bs, row, row) += shift;
    if (!eliminate(bs, scratch, inverse, zero_pivot)) continue;
    for (int e = 0; e < bs * bs; ++e) block[e] = inverse[e];
    return true;
  }
  for (int row = 0; row < bs; ++row)
    for (int column = 0; column < bs; ++column) at(block, bs, row, column) = row == column;
  return false;
}

}  // namespace trireme::ilu
