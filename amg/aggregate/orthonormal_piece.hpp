// SPDX-License-Identifier: Apache-2.0
// The QR factorization of one aggregate's piece of the near-null space. Called by tentative_interpolation.
#pragma once

#include <span>

namespace trireme::amg {

// piece [rows, columns], row by row: comes in as the vectors, goes out with orthonormal columns. factor
// [columns, columns], row by row: upper triangular, piece = result * factor. A column that depends on those
// before it, within 1e-8 of its length, becomes zero, as does its place on the factor's diagonal.
// Gram-Schmidt, done twice. O(rows columns^2).
void orthonormalize(std::span<double> piece, int columns, std::span<double> factor);

}  // namespace trireme::amg
