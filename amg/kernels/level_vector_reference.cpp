// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "amg/kernels/level_vector.hpp"

namespace trireme::amg {

template <class Value>
void gather_packed_reference(std::span<const LocalIndex> old_of_new, double scale, const double* source,
                             Value* packed) {
  for (std::size_t i = 0; i < old_of_new.size(); ++i)
    packed[i] = static_cast<Value>(scale * source[old_of_new[i]]);
}

template <class Value>
void scatter_packed_reference(std::span<const LocalIndex> old_of_new, double scale, const Value* packed,
                              double* target) {
  for (std::size_t i = 0; i < old_of_new.size(); ++i)
    target[old_of_new[i]] = scale * static_cast<double>(packed[i]);
}

template <class Value>
void scaled_product_reference(std::span<Value> y, Value alpha, const Value* d, const Value* b) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = alpha * (d[i] * b[i]);
}

template <class Value>
void add_scaled_product_reference(std::span<Value> y, Value beta, Value alpha, const Value* d,
                                  const Value* b) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = beta * y[i] + alpha * (d[i] * b[i]);
}

template <class Value>
void combine_reference(std::span<Value> y, Value beta, Value alpha, const Value* x) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = (beta == Value(0) ? Value(0) : beta * y[i]) + alpha * x[i];
}

template <class Value>
double dot_reference(std::span<const Value> x, const Value* y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += static_cast<double>(x[i]) * static_cast<double>(y[i]);
  return sum;
}

double largest_magnitude_reference(std::span<const double> x) {
  double largest = 0;
  for (const double value : x) {
    if (!std::isfinite(value)) return std::nan("");
    if (std::abs(value) > largest) largest = std::abs(value);
  }
  return largest;
}

#define TRIREME_INSTANTIATE(Value)                                                                        \
  template void gather_packed_reference(std::span<const LocalIndex>, double, const double*, Value*);      \
  template void scatter_packed_reference(std::span<const LocalIndex>, double, const Value*, double*);     \
  template void scaled_product_reference(std::span<Value>, Value, const Value*, const Value*);            \
  template void add_scaled_product_reference(std::span<Value>, Value, Value, const Value*, const Value*); \
  template void combine_reference(std::span<Value>, Value, Value, const Value*);                          \
  template double dot_reference(std::span<const Value>, const Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
