// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/reductions.hpp"

#include <cmath>

#include "solvers/simd/pack.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::vec {
namespace {

// Running sums in flight, which hide the latency of the addition. Not the machine's register width, so that
// sums have the same bits on every machine.
constexpr int lanes = 32;
using Lanes = simd::Pack<double, lanes>;

// The lanes of `sums` in a tree, plus term(i) over the rest [begin, end).
template <class F>
double total_of(const Lanes& sums, F term, std::size_t begin, std::size_t end) {
  double partial[lanes];
  sums.store(partial);
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int k = 0; k < width; ++k) partial[k] += partial[k + width];
  double tail = 0;
  for (std::size_t i = begin; i < end; ++i) tail += term(i);
  return partial[0] + tail;
}

// Sum of term(a[i], b[i]) over [begin, end); term takes two doubles or two packs.
template <class F>
double sum_range(const double* a, const double* b, std::size_t begin, std::size_t end, F term) {
  Lanes sums(0.0);
  std::size_t i = begin;
  for (; i + lanes <= end; i += lanes) sums += term(Lanes::load(a + i), Lanes::load(b + i));
  return total_of(
      sums, [&](std::size_t j) { return term(a[j], b[j]); }, i, end);
}

// out[k] += sum of a[i] ys[k][i] over [begin, end), with the bits of sum_range: as many ys at once as
// registers hold sums of, so that their memory is asked for side by side.
constexpr int ys_at_once = simd::native_width<double> >= 8 ? 4 : 1;

template <int count>
void products_of_range(const double* a, const double* const* ys, std::size_t begin, std::size_t end,
                       double* out) {
  Lanes sums[count];
  for (Lanes& sum : sums) sum = Lanes(0.0);
  std::size_t i = begin;
  for (; i + lanes <= end; i += lanes) {
    const Lanes x = Lanes::load(a + i);
    for (int k = 0; k < count; ++k) sums[k] += x * Lanes::load(ys[k] + i);
  }
  for (int k = 0; k < count; ++k)
    out[k] = total_of(
        sums[k], [&](std::size_t j) { return a[j] * ys[k][j]; }, i, end);
}

constexpr auto product = [](const auto& x, const auto& y) { return x * y; };
constexpr auto first = [](const auto& x, const auto&) { return x; };
constexpr auto magnitude = [](const auto& x, const auto&) {
  using std::abs;
  return abs(x);
};

template <class F>
double chunked_sum(std::span<const double> x, std::span<const double> y, F term) {
  const double *a = x.data(), *b = y.data();
  return threads::fixed_chunk_sum<double>(
      x.size(), [=](std::size_t begin, std::size_t end) { return sum_range(a, b, begin, end, term); });
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
  return chunked_sum(x, y, product);
}

void multi_dot(std::span<const double> x, std::span<const double* const> ys, std::span<double> sums) {
  const double* a = x.data();
  // The chunk of x stays in the first-level cache while the ys stream by.
  threads::fixed_chunk_sums<double>(x.size(), sums,
                                    [=](std::size_t begin, std::size_t end, std::span<double> out) {
                                      std::size_t k = 0;
                                      for (; k + ys_at_once <= ys.size(); k += ys_at_once)
                                        products_of_range<ys_at_once>(a, &ys[k], begin, end, &out[k]);
                                      for (; k < ys.size(); ++k)
                                        products_of_range<1>(a, &ys[k], begin, end, &out[k]);
                                    });
}

double sum(std::span<const double> x) {
  return chunked_sum(x, x, first);
}

double sum_of_magnitudes(std::span<const double> x) {
  return chunked_sum(x, x, magnitude);
}

double largest_magnitude(std::span<const double> x) {
  return largest(x.size(), [=](std::size_t i) { return std::abs(x[i]); });
}

DotAndSquare dot_and_square(std::span<const double> x, std::span<const double> y) {
  const double *a = x.data(), *b = y.data();
  return threads::fixed_chunk_sum<DotAndSquare>(x.size(), [=](std::size_t begin, std::size_t end) {
    return DotAndSquare{sum_range(a, b, begin, end, product), sum_range(b, b, begin, end, product)};
  });
}

double largest_quotient(std::span<const double> x, std::span<const double> y) {
  return largest(x.size(), [=](std::size_t i) { return std::abs(y[i] != 0 ? x[i] / y[i] : x[i]); });
}

}  // namespace trireme::vec
