// SPDX-License-Identifier: Apache-2.0
// Sums and extrema over the entries of one rank's part of a vector. Called by the `omp` Vec type. All give
// the same bits for any thread count (threads/fixed_chunk_reduce.hpp); the *_reference twins are the plain
// serial loops. Spans of one call have equal length n. Local to the rank; O(n).
#pragma once

#include <cstddef>
#include <span>

namespace trireme::vec {

double dot(std::span<const double> x, std::span<const double> y);
double dot_reference(std::span<const double> x, std::span<const double> y);

// sums[k] = x . ys[k]; each ys[k] points to x.size() entries. One pass over x; the bits are those of dot().
void multi_dot(std::span<const double> x, std::span<const double* const> ys, std::span<double> sums);
void multi_dot_reference(std::span<const double> x, std::span<const double* const> ys,
                         std::span<double> sums);

double sum(std::span<const double> x);
double sum_reference(std::span<const double> x);

double sum_of_magnitudes(std::span<const double> x);
double sum_of_magnitudes_reference(std::span<const double> x);

// Largest |x[i]|, 0 for no entries; NaN when any entry is NaN.
double largest_magnitude(std::span<const double> x);
double largest_magnitude_reference(std::span<const double> x);

// x . y and y . y in one pass.
struct DotAndSquare {
  double dot = 0;
  double square = 0;
  DotAndSquare& operator+=(const DotAndSquare& other) {
    dot += other.dot;
    square += other.square;
    return *this;
  }
};
DotAndSquare dot_and_square(std::span<const double> x, std::span<const double> y);
DotAndSquare dot_and_square_reference(std::span<const double> x, std::span<const double> y);

// Largest |x[i] / y[i]|, or |x[i]| where y[i] is 0; 0 for no entries.
double largest_quotient(std::span<const double> x, std::span<const double> y);
double largest_quotient_reference(std::span<const double> x, std::span<const double> y);

}  // namespace trireme::vec
