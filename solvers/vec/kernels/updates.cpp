// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/updates.hpp"

#include <algorithm>
#include <utility>

#include "solvers/vec/kernels/entry_ranges.hpp"

namespace trireme::vec {
namespace {

// entry(i) for every i of [0, n), threaded.
template <class F>
void for_entries(std::size_t n, F entry) {
  for_entry_ranges(n, [&](std::size_t begin, std::size_t end) {
    const F body = entry;
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace

void set(std::span<double> y, double alpha) {
  for_entries(y.size(), [v = y.data(), alpha](std::size_t i) { v[i] = alpha; });
}

void copy(std::span<double> y, std::span<const double> x) {
  for_entry_ranges(y.size(), [&](std::size_t begin, std::size_t end) {
    std::copy(x.data() + begin, x.data() + end, y.data() + begin);
  });
}

void swap(std::span<double> x, std::span<double> y) {
  for_entries(x.size(), [a = x.data(), b = y.data()](std::size_t i) { std::swap(a[i], b[i]); });
}

void scale(std::span<double> y, double alpha) {
  for_entries(y.size(), [v = y.data(), alpha](std::size_t i) { v[i] *= alpha; });
}

void axpy(std::span<double> y, double alpha, std::span<const double> x) {
  for_entries(y.size(), [v = y.data(), u = x.data(), alpha](std::size_t i) { v[i] += alpha * u[i]; });
}

void aypx(std::span<double> y, double beta, std::span<const double> x) {
  for_entries(y.size(), [v = y.data(), u = x.data(), beta](std::size_t i) { v[i] = u[i] + beta * v[i]; });
}

void axpby(std::span<double> y, double alpha, double beta, std::span<const double> x) {
  for_entries(y.size(), [v = y.data(), u = x.data(), alpha, beta](std::size_t i) {
    v[i] = alpha * u[i] + beta * v[i];
  });
}

void waxpy(std::span<double> w, double alpha, std::span<const double> x, std::span<const double> y) {
  for_entries(w.size(), [r = w.data(), u = x.data(), v = y.data(), alpha](std::size_t i) {
    r[i] = v[i] + alpha * u[i];
  });
}

void axpbypcz(std::span<double> z, double alpha, double beta, double gamma, std::span<const double> x,
              std::span<const double> y) {
  double* r = z.data();
  const double *u = x.data(), *v = y.data();
  if (gamma == 0) {
    for_entries(z.size(), [=](std::size_t i) { r[i] = alpha * u[i] + beta * v[i]; });
  } else {
    for_entries(z.size(), [=](std::size_t i) { r[i] = alpha * u[i] + beta * v[i] + gamma * r[i]; });
  }
}

void maxpy(std::span<double> y, std::span<const double> alphas, std::span<const double* const> xs) {
  // Blocks of y that stay in the first-level cache while the xs stream by, four at a time.
  constexpr std::size_t block = 2048;
  double* v = y.data();
  for_entry_ranges(y.size(), [=](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += block) {
      const std::size_t last = std::min(end, first + block);
      std::size_t k = 0;
      for (; k + 4 <= xs.size(); k += 4) {
        const double *x0 = xs[k], *x1 = xs[k + 1], *x2 = xs[k + 2], *x3 = xs[k + 3];
        const double a0 = alphas[k], a1 = alphas[k + 1], a2 = alphas[k + 2], a3 = alphas[k + 3];
        for (std::size_t i = first; i < last; ++i)
          v[i] = (((v[i] + a0 * x0[i]) + a1 * x1[i]) + a2 * x2[i]) + a3 * x3[i];
      }
      for (; k < xs.size(); ++k) {
        const double* x0 = xs[k];
        const double a0 = alphas[k];
        for (std::size_t i = first; i < last; ++i) v[i] += a0 * x0[i];
      }
    }
  });
}

}  // namespace trireme::vec
