// SPDX-License-Identifier: Apache-2.0
// Entry by entry work on a level's vectors: into and out of packed order, and the updates of Jacobi and
// Chebyshev smoothing and of the K-cycle. Called by smooth/ and cycle/. Local to the rank; O(n). All spans
// have the length of the first, and no result depends on the thread count.
#pragma once

#include <span>

#include "solvers/base/types.hpp"

namespace trireme::amg {

// packed[i] = scale * source[old_of_new[i]].
template <class Value>
void gather_packed(std::span<const LocalIndex> old_of_new, double scale, const double* source, Value* packed);
template <class Value>
void gather_packed_reference(std::span<const LocalIndex> old_of_new, double scale, const double* source,
                             Value* packed);

// target[old_of_new[i]] = scale * packed[i].
template <class Value>
void scatter_packed(std::span<const LocalIndex> old_of_new, double scale, const Value* packed,
                    double* target);
template <class Value>
void scatter_packed_reference(std::span<const LocalIndex> old_of_new, double scale, const Value* packed,
                              double* target);

// y = alpha d b, entry by entry.
template <class Value>
void scaled_product(std::span<Value> y, Value alpha, const Value* d, const Value* b);
template <class Value>
void scaled_product_reference(std::span<Value> y, Value alpha, const Value* d, const Value* b);

// y = beta y + alpha d b, entry by entry; y is read whatever beta is.
template <class Value>
void add_scaled_product(std::span<Value> y, Value beta, Value alpha, const Value* d, const Value* b);
template <class Value>
void add_scaled_product_reference(std::span<Value> y, Value beta, Value alpha, const Value* d,
                                  const Value* b);

// y = beta y + alpha x; where beta is 0, y is not read.
template <class Value>
void combine(std::span<Value> y, Value beta, Value alpha, const Value* x);
template <class Value>
void combine_reference(std::span<Value> y, Value beta, Value alpha, const Value* x);

// x'y in double precision.
template <class Value>
double dot(std::span<const Value> x, const Value* y);
template <class Value>
double dot_reference(std::span<const Value> x, const Value* y);

// max |x|; NaN where any entry is NaN or infinite.
double largest_magnitude(std::span<const double> x);
double largest_magnitude_reference(std::span<const double> x);

}  // namespace trireme::amg
