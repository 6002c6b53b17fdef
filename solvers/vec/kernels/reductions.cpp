// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/reductions.hpp"

#include <cmath>

#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::vec {
namespace {

// Sum of term(i) over [begin, end) by eight running sums, which hides the latency of the addition and lets
// the compiler use vector registers without reordering.
template <class F>
double sum_range(std::size_t begin, std::size_t end, F&& term) {
  constexpr std::size_t lanes = 8;
  double s[lanes] = {};
  std::size_t i = begin;
  for (; i + lanes <= end; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) s[k] += term(i + k);
  double tail = 0;
  for (; i < end; ++i) tail += term(i);
  return (((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))) + tail;
}

// A maximum that keeps NaN, in the form that fixed_chunk_sum combines.
struct Largest {
  double value = 0;
  void take(double candidate) {
    if (!(candidate <= value) && !std::isnan(value)) value = candidate;
  }
  Largest& operator+=(const Largest& other) {
    take(other.value);
    return *this;
  }
};

template <class F>
double largest(std::size_t n, F&& term) {
  return threads::fixed_chunk_sum<Largest>(n,
                                           [&](std::size_t begin, std::size_t end) {
                                             Largest found;
                                             for (std::size_t i = begin; i < end; ++i) found.take(term(i));
                                             return found;
                                           })
      .value;
}

}  // namespace

double dot(std::span<const double> x, std::span<const double> y) {
  const double *a = x.data(), *b = y.data();
  return threads::fixed_chunk_sum<double>(x.size(), [=](std::size_t begin, std::size_t end) {
    return sum_range(begin, end, [=](std::size_t i) { return a[i] * b[i]; });
  });
}

void multi_dot(std::span<const double> x, std::span<const double* const> ys, std::span<double> sums) {
  const double* a = x.data();
  // The chunk of x stays in the first-level cache while the ys stream by.
  threads::fixed_chunk_sums<double>(
      x.size(), sums, [=](std::size_t begin, std::size_t end, std::span<double> out) {
        for (std::size_t k = 0; k < ys.size(); ++k) {
          const double* b = ys[k];
          out[k] = sum_range(begin, end, [=](std::size_t i) { return a[i] * b[i]; });
        }
      });
}

double sum(std::span<const double> x) {
  const double* a = x.data();
  return threads::fixed_chunk_sum<double>(x.size(), [=](std::size_t begin, std::size_t end) {
    return sum_range(begin, end, [=](std::size_t i) { return a[i]; });
  });
}

double sum_of_magnitudes(std::span<const double> x) {
  const double* a = x.data();
  return threads::fixed_chunk_sum<double>(x.size(), [=](std::size_t begin, std::size_t end) {
    return sum_range(begin, end, [=](std::size_t i) { return std::abs(a[i]); });
  });
}

double largest_magnitude(std::span<const double> x) {
  return largest(x.size(), [=](std::size_t i) { return std::abs(x[i]); });
}

DotAndSquare dot_and_square(std::span<const double> x, std::span<const double> y) {
  const double *a = x.data(), *b = y.data();
  return threads::fixed_chunk_sum<DotAndSquare>(x.size(), [=](std::size_t begin, std::size_t end) {
    return DotAndSquare{sum_range(begin, end, [=](std::size_t i) { return a[i] * b[i]; }),
                        sum_range(begin, end, [=](std::size_t i) { return b[i] * b[i]; })};
  });
}

double largest_quotient(std::span<const double> x, std::span<const double> y) {
  return largest(x.size(), [=](std::size_t i) { return std::abs(y[i] != 0 ? x[i] / y[i] : x[i]); });
}

}  // namespace trireme::vec
