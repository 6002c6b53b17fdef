// SPDX-License-Identifier: Apache-2.0
// A few rows of a dense matrix times a vector: a rank's part of the coarsest solution. Called by
// CoarsestSolver. Local to the rank; O(rows * columns).
#pragma once

#include <span>

namespace trireme::amg {

// y [rows] = M x, M [rows * x.size()] by rows.
void multiply_dense_rows(std::span<const double> matrix, std::span<const double> x, std::span<double> y);
void multiply_dense_rows_reference(std::span<const double> matrix, std::span<const double> x,
                                   std::span<double> y);

}  // namespace trireme::amg
