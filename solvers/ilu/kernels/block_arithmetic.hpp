// SPDX-License-Identifier: Apache-2.0
// Arithmetic of small dense column-major blocks, unrolled for a block size known to the compiler (BS > 0) or
// looping for any other (BS = 0, the size is then the run-time argument). Called by the ILU kernels only.
// Every operation has one fixed order, the same for each BS, so the unrolled and the looping forms give the
// same bits. Stored factors may be float; arithmetic is in double throughout.
#pragma once

#include <cstddef>

namespace trireme::ilu {

// The block size as the compiler shall see it.
template <int BS>
constexpr int block_rows(int block_size) {
  return BS > 0 ? BS : block_size;
}

// y -= A x
template <int BS, class Value>
inline void subtract_product(int block_size, const Value* __restrict a, const double* __restrict x,
                             double* __restrict y) {
  const int bs = block_rows<BS>(block_size);
  for (int c = 0; c < bs; ++c)
    for (int r = 0; r < bs; ++r) y[r] -= static_cast<double>(a[c * bs + r]) * x[c];
}

// y = A x
template <int BS, class Value>
inline void product(int block_size, const Value* __restrict a, const double* __restrict x,
                    double* __restrict y) {
  const int bs = block_rows<BS>(block_size);
  for (int r = 0; r < bs; ++r) y[r] = static_cast<double>(a[r]) * x[0];
  for (int c = 1; c < bs; ++c)
    for (int r = 0; r < bs; ++r) y[r] += static_cast<double>(a[c * bs + r]) * x[c];
}

// y -= A^T x
template <int BS, class Value>
inline void subtract_transposed_product(int block_size, const Value* __restrict a, const double* __restrict x,
                                        double* __restrict y) {
  const int bs = block_rows<BS>(block_size);
  for (int c = 0; c < bs; ++c)
    for (int r = 0; r < bs; ++r) y[c] -= static_cast<double>(a[c * bs + r]) * x[r];
}

// y = A^T x
template <int BS, class Value>
inline void transposed_product(int block_size, const Value* __restrict a, const double* __restrict x,
                               double* __restrict y) {
  const int bs = block_rows<BS>(block_size);
  for (int c = 0; c < bs; ++c) {
    y[c] = static_cast<double>(a[c * bs]) * x[0];
    for (int r = 1; r < bs; ++r) y[c] += static_cast<double>(a[c * bs + r]) * x[r];
  }
}

// C -= A B, each column of C as subtract_product of that column of B.
template <int BS, class Value>
inline void subtract_block_product(int block_size, const double* __restrict a, const Value* __restrict b,
                                   double* __restrict c) {
  const int bs = block_rows<BS>(block_size);
  for (int j = 0; j < bs; ++j)
    for (int k = 0; k < bs; ++k)
      for (int r = 0; r < bs; ++r) c[j * bs + r] -= a[k * bs + r] * static_cast<double>(b[j * bs + k]);
}

// C = A B
template <int BS, class Value>
inline void block_product(int block_size, const double* __restrict a, const Value* __restrict b,
                          double* __restrict c) {
  const int bs = block_rows<BS>(block_size);
  for (int j = 0; j < bs; ++j) {
    for (int r = 0; r < bs; ++r) c[j * bs + r] = a[r] * static_cast<double>(b[j * bs]);
    for (int k = 1; k < bs; ++k)
      for (int r = 0; r < bs; ++r) c[j * bs + r] += a[k * bs + r] * static_cast<double>(b[j * bs + k]);
  }
}

}  // namespace trireme::ilu
