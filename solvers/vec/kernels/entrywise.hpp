// SPDX-License-Identifier: Apache-2.0
// Nonlinear entrywise operations on one rank's part of a vector, threaded. Called by the `omp` Vec type. Each
// entry is computed by one expression: no dependence on the thread count, and the bits of the *_reference
// twins. Spans of one call have equal length n; the output may be the same array as an input. Local to the
// rank; O(n).
#pragma once

#include <span>

namespace trireme::vec {

enum class Binary { multiply, divide, maximum, minimum, maximum_magnitude };  // divide gives 0 where y is 0
enum class Unary {
  reciprocal,
  absolute,
  square_root_of_magnitude,
  exponential,
  logarithm
};  // reciprocal leaves 0 as 0

void apply_binary(Binary operation, std::span<double> w, std::span<const double> x,
                  std::span<const double> y);
void apply_binary_reference(Binary operation, std::span<double> w, std::span<const double> x,
                            std::span<const double> y);

void apply_unary(Unary operation, std::span<double> x);
void apply_unary_reference(Unary operation, std::span<double> x);

void shift(std::span<double> x, double alpha);  // x = x + alpha
void shift_reference(std::span<double> x, double alpha);

}  // namespace trireme::vec
