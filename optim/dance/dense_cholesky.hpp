// SPDX-License-Identifier: Apache-2.0
// Cholesky factorization of small dense matrices, in an order that is the same on every rank. Called by the
// preconditioner `localhess`. Local; O(n^3).
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace trireme::optim {

// a [n, n], of which the lower triangle is read, becomes its Cholesky factor L in place; positive definite.
inline void factorize_cholesky(std::size_t n, std::span<double> a) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
    }
  }
}

// x [n]: the right-hand side becomes the solution of L L' x = b.
inline void solve_cholesky(std::size_t n, std::span<const double> l, std::span<double> x) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= l[i * n + k] * x[k];
    x[i] /= l[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    x[i] /= l[i * n + i];
    for (std::size_t k = 0; k < i; ++k) x[k] -= l[i * n + k] * x[i];
  }
}

}  // namespace trireme::optim
