// SPDX-License-Identifier: Apache-2.0
#include "optim/ensemble/simplex_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trireme::optim {
namespace {

// Solves a [n, n] x = right in place by elimination with pivots; false where a is singular.
bool solve(std::vector<double>& a, std::vector<double>& right) {
  const std::size_t n = right.size();
  double largest = 0;
  for (const double entry : a) largest = std::max(largest, std::fabs(entry));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k])) pivot = i;
    if (!(std::fabs(a[pivot * n + k]) > 1e-13 * largest)) return false;
    std::swap(right[k], right[pivot]);
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] -= a[k * n + j] * right[j];
    right[k] /= a[k * n + k];
  }
  return true;
}

}  // namespace

std::vector<double> minimise_on_simplex(std::span<const double> b, int n_members) {
  const auto n = static_cast<std::size_t>(n_members);
  // The scale of B does not change w; with it the border of ones is neither large nor small.
  double scale = 0;
  for (const double entry : b) scale = std::max(scale, std::fabs(entry));
  if (scale == 0) scale = 1;
  std::vector<double> best(n, 0.0);
  double least = std::numeric_limits<double>::infinity();
  for (unsigned set = 1; set < (1u << n); ++set) {
    std::vector<std::size_t> in;
    for (std::size_t i = 0; i < n; ++i)
      if ((set >> i & 1u) != 0) in.push_back(i);
    // Stationary on the face: B w = mu 1, 1'w = 1. A face where this is singular has its minimum on a smaller
    // one as well: along a null direction nothing changes until an entry is zero.
    const std::size_t m = in.size() + 1;
    std::vector<double> a(m * m, 0.0), w(m, 0.0);
    for (std::size_t i = 0; i + 1 < m; ++i) {
      for (std::size_t j = 0; j + 1 < m; ++j) a[i * m + j] = b[in[i] * n + in[j]] / scale;
      a[i * m + m - 1] = a[(m - 1) * m + i] = 1;
    }
    w[m - 1] = 1;
    if (!solve(a, w)) continue;
    if (std::any_of(w.begin(), w.end() - 1, [](double entry) { return !(entry >= 0); })) continue;
    double value = 0;
    for (std::size_t i = 0; i + 1 < m; ++i)
      for (std::size_t j = 0; j + 1 < m; ++j) value += w[i] * w[j] * b[in[i] * n + in[j]] / scale;
    if (!(value < least)) continue;
    least = value;
    std::fill(best.begin(), best.end(), 0.0);
    for (std::size_t i = 0; i + 1 < m; ++i) best[in[i]] = w[i];
  }
  return best;
}

}  // namespace trireme::optim
