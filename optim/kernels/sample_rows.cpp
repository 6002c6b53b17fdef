// SPDX-License-Identifier: Apache-2.0
#include "optim/kernels/sample_rows.hpp"

#include "optim/reduce/fixed_scale.hpp"

namespace trireme::optim::kernels {
namespace {

constexpr int lanes = 8;  // partial sums of a dense row, so that they vectorize

inline void add_term(std::int64_t& sum, double term) {
  sum = add_fixed(sum, fixed_of(term));
}
inline void add_term(double& sum, double term) {
  sum += term;
}

template <class Cell>
void add_sparse(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                double scale, Cell* sums) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t first = rows.offsets[i], last = rows.offsets[i + 1];
    const double* of_row = r + (i - begin) * width;
    if (width == 1) {
      const double scaled = of_row[0] * scale;
      if (scaled == 0) continue;
      for (std::int64_t e = first; e < last; ++e)
        add_term(sums[rows.columns[e]], scaled * static_cast<double>(rows.values[e]));
    } else {
      for (std::int64_t e = first; e < last; ++e) {
        const double x = static_cast<double>(rows.values[e]) * scale;
        Cell* of_column = sums + static_cast<std::int64_t>(rows.columns[e]) * width;
        for (int k = 0; k < width; ++k) add_term(of_column[k], x * of_row[k]);
      }
    }
  }
}

// Four rows at a time: each sum is read and written once for them.
template <class Cell>
void add_dense_narrow(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                      double scale, Cell* __restrict__ sums) {
  const std::int64_t n = rows.n_features;
  std::int64_t i = begin;
  for (; i + 4 <= end; i += 4) {
    const float* __restrict__ x0 = rows.values + i * n;
    const float *x1 = x0 + n, *x2 = x1 + n, *x3 = x2 + n;
    const double r0 = r[i - begin] * scale, r1 = r[i - begin + 1] * scale, r2 = r[i - begin + 2] * scale,
                 r3 = r[i - begin + 3] * scale;
    for (std::int64_t j = 0; j < n; ++j) {
      Cell sum = sums[j];
      add_term(sum, static_cast<double>(x0[j]) * r0);
      add_term(sum, static_cast<double>(x1[j]) * r1);
      add_term(sum, static_cast<double>(x2[j]) * r2);
      add_term(sum, static_cast<double>(x3[j]) * r3);
      sums[j] = sum;
    }
  }
  for (; i < end; ++i) {
    const float* __restrict__ x = rows.values + i * n;
    const double scaled = r[i - begin] * scale;
    for (std::int64_t j = 0; j < n; ++j) add_term(sums[j], static_cast<double>(x[j]) * scaled);
  }
}

template <class Cell>
void add_dense(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
               double scale, Cell* sums) {
  if (width == 1) return add_dense_narrow(rows, begin, end, r, scale, sums);
  for (std::int64_t i = begin; i < end; ++i) {
    const float* x = rows.values + i * rows.n_features;
    const double* of_row = r + (i - begin) * width;
    for (std::int64_t j = 0; j < rows.n_features; ++j) {
      if (x[j] == 0) continue;  // images are mostly background
      const double scaled = static_cast<double>(x[j]) * scale;
      for (int k = 0; k < width; ++k) add_term(sums[j * width + k], scaled * of_row[k]);
    }
  }
}

}  // namespace

void row_margins(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* w, int width,
                 double* z) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t first = rows.offsets[i], last = rows.offsets[i + 1];
    double* of_row = z + (i - begin) * width;
    if (width == 1) {
      double even = 0, odd = 0;
      std::int64_t e = first;
      for (; e + 2 <= last; e += 2) {
        even += static_cast<double>(rows.values[e]) * w[rows.columns[e]];
        odd += static_cast<double>(rows.values[e + 1]) * w[rows.columns[e + 1]];
      }
      if (e < last) even += static_cast<double>(rows.values[e]) * w[rows.columns[e]];
      of_row[0] = even + odd;
    } else {
      for (int k = 0; k < width; ++k) of_row[k] = 0;
      for (std::int64_t e = first; e < last; ++e) {
        const double x = static_cast<double>(rows.values[e]);
        const double* of_column = w + static_cast<std::int64_t>(rows.columns[e]) * width;
        for (int k = 0; k < width; ++k) of_row[k] += x * of_column[k];
      }
    }
  }
}

void row_margins(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* w, int width,
                 double* z) {
  const std::int64_t n = rows.n_features;
  for (std::int64_t i = begin; i < end; ++i) {
    const float* x = rows.values + i * n;
    double* of_row = z + (i - begin) * width;
    if (width == 1) {
      double part[lanes] = {};
      std::int64_t j = 0;
      for (; j + lanes <= n; j += lanes)
        for (int k = 0; k < lanes; ++k) part[k] += static_cast<double>(x[j + k]) * w[j + k];
      for (int k = 0; j < n; ++j, ++k) part[k] += static_cast<double>(x[j]) * w[j];
      of_row[0] = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    } else {
      for (int k = 0; k < width; ++k) of_row[k] = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        if (x[j] == 0) continue;
        const double value = static_cast<double>(x[j]);
        for (int k = 0; k < width; ++k) of_row[k] += value * w[j * width + k];
      }
    }
  }
}

void add_columns(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, std::int64_t* sums) {
  add_sparse(rows, begin, end, r, width, scale, sums);
}
void add_columns(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, double* sums) {
  add_sparse(rows, begin, end, r, width, scale, sums);
}
void add_columns(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, std::int64_t* sums) {
  add_dense(rows, begin, end, r, width, scale, sums);
}
void add_columns(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, double* sums) {
  add_dense(rows, begin, end, r, width, scale, sums);
}

}  // namespace trireme::optim::kernels
