// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <type_traits>

#include "optim/kernels/sample_rows.hpp"
#include "optim/reduce/fixed_scale.hpp"
#include "solvers/simd/register_math.hpp"

namespace trireme::optim::kernels {
namespace {

// f(i, j, x) for every entry of the rows.
template <class F>
void each_entry(const SparseRows& rows, std::int64_t begin, std::int64_t end, F&& f) {
  for (std::int64_t i = begin; i < end; ++i)
    for (std::int64_t e = rows.offsets[i]; e < rows.offsets[i + 1]; ++e)
      f(i - begin, static_cast<std::int64_t>(rows.columns[e]), static_cast<double>(rows.values[e]));
}
template <class F>
void each_entry(const DenseRows& rows, std::int64_t begin, std::int64_t end, F&& f) {
  for (std::int64_t i = begin; i < end; ++i)
    for (std::int64_t j = 0; j < rows.n_features; ++j)
      f(i - begin, j, static_cast<double>(rows.values[i * rows.n_features + j]));
}

template <class Rows>
void margins(const Rows& rows, std::int64_t begin, std::int64_t end, const double* w, int width, double* z) {
  for (std::int64_t i = 0; i < (end - begin) * width; ++i) z[i] = 0;
  each_entry(rows, begin, end, [&](std::int64_t i, std::int64_t j, double x) {
    for (int k = 0; k < width; ++k) z[i * width + k] += x * w[j * width + k];
  });
}

// Products in the order of the factors that the kernels have, so that they round alike: the integer form once
// where the machine has fused multiply-adds.
template <class Rows, class Cell>
void columns(const Rows& rows, std::int64_t begin, std::int64_t end, const double* r, int width, double scale,
             Cell* sums) {
  each_entry(rows, begin, end, [&](std::int64_t i, std::int64_t j, double x) {
    for (int k = 0; k < width; ++k) {
      const double term = width == 1 ? x * (r[i] * scale) : (x * scale) * r[i * width + k];
      if constexpr (std::is_same_v<Cell, double>)
        sums[j * width + k] += term;
      else if (width == 1 && simd::has_fma)
        sums[j * width + k] += std::llrint(std::fma(x, r[i] * scale, fixed_shift) - fixed_shift);
      else
        sums[j * width + k] += std::llrint(term);
    }
  });
}

}  // namespace

void row_margins_reference(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* w,
                           int width, double* z) {
  margins(rows, begin, end, w, width, z);
}
void row_margins_reference(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* w,
                           int width, double* z) {
  margins(rows, begin, end, w, width, z);
}
void add_columns_reference(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, std::int64_t* sums) {
  columns(rows, begin, end, r, width, scale, sums);
}
void add_columns_reference(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, double* sums) {
  columns(rows, begin, end, r, width, scale, sums);
}
void add_columns_reference(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, std::int64_t* sums) {
  columns(rows, begin, end, r, width, scale, sums);
}
void add_columns_reference(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, double* sums) {
  columns(rows, begin, end, r, width, scale, sums);
}

}  // namespace trireme::optim::kernels
