// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/level_vector.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/threads/fixed_chunk_reduce.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

// f(i) for all i < n, on one thread where a parallel region would cost more.
template <class F>
void for_each_entry(std::size_t n, F&& f) {
  const auto range = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  };
  if (n < 8192)
    range(0, n);
  else
    threads::parallel_for_range(n, range);
}

// The greater of two magnitudes, where NaN is greatest.
struct Largest {
  double value = 0;
  Largest& operator+=(const Largest& other) {
    if (!std::isnan(value) && !(other.value <= value)) value = other.value;
    return *this;
  }
};

}  // namespace

template <class Value>
void gather_packed(std::span<const LocalIndex> old_of_new, double scale, const double* source,
                   Value* packed) {
  for_each_entry(old_of_new.size(),
                 [&](std::size_t i) { packed[i] = static_cast<Value>(scale * source[old_of_new[i]]); });
}

template <class Value>
void scatter_packed(std::span<const LocalIndex> old_of_new, double scale, const Value* packed,
                    double* target) {
  for_each_entry(old_of_new.size(),
                 [&](std::size_t i) { target[old_of_new[i]] = scale * static_cast<double>(packed[i]); });
}

template <class Value>
void scaled_product(std::span<Value> y, Value alpha, const Value* d, const Value* b) {
  for_each_entry(y.size(), [&](std::size_t i) { y[i] = alpha * (d[i] * b[i]); });
}

template <class Value>
void add_scaled_product(std::span<Value> y, Value beta, Value alpha, const Value* d, const Value* b) {
  for_each_entry(y.size(), [&](std::size_t i) { y[i] = beta * y[i] + alpha * (d[i] * b[i]); });
}

template <class Value>
void combine(std::span<Value> y, Value beta, Value alpha, const Value* x) {
  if (beta == Value(0))
    for_each_entry(y.size(), [&](std::size_t i) { y[i] = alpha * x[i]; });
  else
    for_each_entry(y.size(), [&](std::size_t i) { y[i] = beta * y[i] + alpha * x[i]; });
}

template <class Value>
double dot(std::span<const Value> x, const Value* y) {
  return threads::fixed_chunk_sum<double>(x.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(y[i]);
    return sum;
  });
}

double largest_magnitude(std::span<const double> x) {
  return threads::fixed_chunk_sum<Largest>(x.size(),
                                           [&](std::size_t begin, std::size_t end) {
                                             double largest = 0, nan_or_zero = 0;
                                             for (std::size_t i = begin; i < end; ++i) {
                                               largest = std::max(largest, std::abs(x[i]));
                                               nan_or_zero += x[i] * 0.0;
                                             }
                                             return Largest{largest + nan_or_zero};
                                           })
      .value;
}

#define TRIREME_INSTANTIATE(Value)                                                              \
  template void gather_packed(std::span<const LocalIndex>, double, const double*, Value*);      \
  template void scatter_packed(std::span<const LocalIndex>, double, const Value*, double*);     \
  template void scaled_product(std::span<Value>, Value, const Value*, const Value*);            \
  template void add_scaled_product(std::span<Value>, Value, Value, const Value*, const Value*); \
  template void combine(std::span<Value>, Value, Value, const Value*);                          \
  template double dot(std::span<const Value>, const Value*);
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::amg
