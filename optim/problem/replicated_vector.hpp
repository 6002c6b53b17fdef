// SPDX-License-Identifier: Apache-2.0
// Products of replicated vectors, with the same bits on every rank and for any number of threads. Called
// wherever the optimizers compute with w, gradients and directions. Local.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::optim {

inline double dot(std::span<const double> a, std::span<const double> b) {
  return threads::fixed_chunk_sum<double>(a.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += a[i] * b[i];
    return sum;
  });
}

inline double norm2(std::span<const double> a) {
  return std::sqrt(dot(a, a));
}

// y += factor x.
inline void add_scaled(double factor, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * x[i];
}

}  // namespace trireme::optim
