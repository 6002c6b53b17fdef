// SPDX-License-Identifier: Apache-2.0
// Products of one rank's sparse matrix in block compressed sparse row format, threaded. Called by
// mat/local_product. Blocks are square of size `block_size` and stored by columns, as PETSc's BAIJ stores
// them; block size 1 is plain CSR. Sizes 1, 4 and 5 have code of their own. Each entry of the result is
// summed in a fixed order, so results do not depend on the thread count and equal the *_reference twins bit
// for bit. Local to the rank; O(nonzeros).
#pragma once

#include <cstddef>
#include <span>

#include "solvers/base/types.hpp"

namespace trireme::mat {

// offsets [block_rows + 1], columns [offsets.back()], values [offsets.back() * block_size^2].
template <class Index>
struct Bcsr {
  std::span<const Index> offsets;
  std::span<const Index> columns;
  const double* values = nullptr;
  int block_size = 1;

  std::size_t rows() const { return offsets.empty() ? 0 : offsets.size() - 1; }
};

// The transposed pattern of a Bcsr: entry k of its row (block column) c, k in [offsets[c], offsets[c + 1]),
// is block `positions[k]` of the matrix and stands in block row `rows[k]`; rows ascend.
template <class Index>
struct TransposedPattern {
  std::span<const Index> offsets;
  std::span<const Index> rows;
  std::span<const Index> positions;
};

// Rows are shared out by row_bounds (threads::weighted_partition): part p is [row_bounds[p], row_bounds[p +
// 1]). One part runs on the calling thread alone.

// y = A x. x [columns * block_size], y [rows * block_size]; x and y are different arrays.
template <class Index>
void multiply(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds, const double* x, double* y);
template <class Index>
void multiply_reference(const Bcsr<Index>& a, const double* x, double* y);

// z = y + A x; z may be y.
template <class Index>
void multiply_add(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds, const double* x,
                  const double* y, double* z);
template <class Index>
void multiply_add_reference(const Bcsr<Index>& a, const double* x, const double* y, double* z);

// y = A^T x. x [rows * block_size], y [columns * block_size]; row_bounds cuts the transposed pattern's rows.
template <class Index>
void multiply_transposed(const Bcsr<Index>& a, const TransposedPattern<Index>& t,
                         std::span<const LocalIndex> row_bounds, const double* x, double* y);
// columns = number of block columns.
template <class Index>
void multiply_transposed_reference(const Bcsr<Index>& a, std::size_t columns, const double* x, double* y);

// z = y + A^T x; z may be y.
template <class Index>
void multiply_transposed_add(const Bcsr<Index>& a, const TransposedPattern<Index>& t,
                             std::span<const LocalIndex> row_bounds, const double* x, const double* y,
                             double* z);
template <class Index>
void multiply_transposed_add_reference(const Bcsr<Index>& a, std::size_t columns, const double* x,
                                       const double* y, double* z);

}  // namespace trireme::mat
