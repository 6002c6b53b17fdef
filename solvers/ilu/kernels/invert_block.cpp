// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/invert_block.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/ilu/kernels/block_arithmetic.hpp"

namespace trireme::ilu {
namespace {

// a is reduced to the identity while b, the identity at first, becomes the inverse.
template <int BS>
bool gauss_jordan(int block_size, double* a, double* b, double zero_pivot) {
  const int bs = block_rows<BS>(block_size);
  for (int c = 0; c < bs; ++c)
    for (int r = 0; r < bs; ++r) b[c * bs + r] = r == c ? 1.0 : 0.0;
  for (int k = 0; k < bs; ++k) {
    int pivot_row = k;
    for (int r = k + 1; r < bs; ++r)
      if (std::abs(a[k * bs + r]) > std::abs(a[k * bs + pivot_row])) pivot_row = r;
    const double pivot = a[k * bs + pivot_row];
    if (!(std::abs(pivot) > zero_pivot) || !std::isfinite(pivot)) return false;
    if (pivot_row != k)
      for (int c = 0; c < bs; ++c) {
        std::swap(a[c * bs + k], a[c * bs + pivot_row]);
        std::swap(b[c * bs + k], b[c * bs + pivot_row]);
      }
    const double inverse = 1.0 / pivot;
    for (int c = 0; c < bs; ++c) {
      a[c * bs + k] *= inverse;
      b[c * bs + k] *= inverse;
    }
    for (int r = 0; r < bs; ++r) {
      if (r == k) continue;
      const double factor = a[k * bs + r];
      for (int c = 0; c < bs; ++c) {
        a[c * bs + r] -= factor * a[c * bs + k];
        b[c * bs + r] -= factor * b[c * bs + k];
      }
    }
  }
  for (int e = 0; e < bs * bs; ++e)
    if (!std::isfinite(b[e])) return false;
  return true;
}

template <int BS>
bool invert(int block_size, double* block, double* scratch, const PivotRule& rule) {
  const int bs = block_rows<BS>(block_size);
  const int entries = bs * bs;
  const double zero_pivot = bs == 1 ? rule.zero_pivot : 0.0;
  double* reduced = scratch;
  double* inverse = scratch + entries;
  std::copy(block, block + entries, reduced);
  bool regular = gauss_jordan<BS>(bs, reduced, inverse, zero_pivot);
  if (!regular && rule.shift > 0) {
    std::copy(block, block + entries, reduced);
    for (int r = 0; r < bs; ++r) reduced[r * bs + r] += rule.shift;
    regular = gauss_jordan<BS>(bs, reduced, inverse, zero_pivot);
  }
  for (int e = 0; e < entries; ++e) block[e] = regular ? inverse[e] : (e % (bs + 1) == 0 ? 1.0 : 0.0);
  return regular;
}

}  // namespace

bool invert_block(int block_size, double* block, double* scratch, const PivotRule& rule) {
  switch (block_size) {
    case 1:
      return invert<1>(1, block, scratch, rule);
    case 4:
      return invert<4>(4, block, scratch, rule);
    case 5:
      return invert<5>(5, block, scratch, rule);
    default:
      return invert<0>(block_size, block, scratch, rule);
  }
}

}  // namespace trireme::ilu
