// SPDX-License-Identifier: Apache-2.0
// Products of one rank's sparse matrix whose rows repeat one another (order/row_repeats): of each stretch of
// rows only the first one's column numbers are read, and four rows are summed side by side. Each row is
// summed in its own order, so the bits are those of kernels/bcsr, whose *_reference functions are the twins.
// Called by mat/local_product. Local to the rank; O(nonzeros).
#pragma once

#include <span>

#include "solvers/mat/kernels/bcsr.hpp"
#include "solvers/mat/order/row_repeats.hpp"

namespace trireme::mat {

// y = A x; of block size 1. row_bounds as in kernels/bcsr, the same that `repeats` was found with.
template <class Index>
void multiply(const Bcsr<Index>& a, const RowRepeats& repeats, std::span<const LocalIndex> row_bounds,
              const double* x, double* y);

template <class Index>
void multiply_reference(const Bcsr<Index>& a, const double* x, double* y);

// z = y + A x; z may be y.
template <class Index>
void multiply_add(const Bcsr<Index>& a, const RowRepeats& repeats, std::span<const LocalIndex> row_bounds,
                  const double* x, const double* y, double* z);
template <class Index>
void multiply_add_reference(const Bcsr<Index>& a, const double* x, const double* y, double* z);

}  // namespace trireme::mat
