// SPDX-License-Identifier: Apache-2.0
// A small problem as a dense matrix, and what its tests ask of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "amg/problems/row_problem.hpp"

namespace trireme::amg::testing {

class DenseMatrix {
 public:
  explicit DenseMatrix(const RowProblem& problem) : n_(static_cast<std::size_t>(problem.n_rows())) {
    values_.assign(n_ * n_, 0);
    std::vector<Entry> entries;
    for (std::size_t row = 0; row < n_; ++row) {
      problem.row(static_cast<GlobalIndex>(row), entries);
      for (const Entry& entry : entries)
        values_[row * n_ + static_cast<std::size_t>(entry.column)] += entry.value;
    }
  }

  std::size_t size() const { return n_; }
  double operator()(std::size_t row, std::size_t column) const { return values_[row * n_ + column]; }
  double row_sum(std::size_t row) const {
    double sum = 0;
    for (std::size_t column = 0; column < n_; ++column) sum += (*this)(row, column);
    return sum;
  }
  double asymmetry() const {
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j)
        largest = std::max(largest, std::abs((*this)(i, j) - (*this)(j, i)));
    return largest;
  }
  std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> y(n_, 0);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) y[i] += (*this)(i, j) * x[j];
    return y;
  }
  // Smallest pivot of Cholesky's factorization: positive for positive definite matrices only.
  double smallest_pivot() const {
    std::vector<double> a = values_;
    double smallest = a[0];
    for (std::size_t k = 0; k < n_; ++k) {
      smallest = std::min(smallest, a[k * n_ + k]);
      for (std::size_t i = k + 1; i < n_; ++i) {
        const double factor = a[i * n_ + k] / a[k * n_ + k];
        for (std::size_t j = k; j < n_; ++j) a[i * n_ + j] -= factor * a[k * n_ + j];
      }
    }
    return smallest;
  }

 private:
  std::size_t n_;
  std::vector<double> values_;
};

}  // namespace trireme::amg::testing
