// SPDX-License-Identifier: Apache-2.0
// Rows of samples, sparse or dense, in single precision: their products with a matrix of weights and with its
// transpose, in double. Called by optim/problem in blocks of rows that stay in the cache between the two. No
// MPI, no allocation; each call works on one thread. Weights w and sums are [n_features, width], width
// numbers a feature (1 for two classes); margins z and coefficients are [rows, width].
#pragma once

#include <cstdint>

namespace trireme::optim {

// Row i has the entries offsets[i] ... offsets[i + 1] - 1. Where every row has one value for all its entries,
// as rows of switches have, row_values holds them: the results are the same without. values are still read
// where width is above 1. Not owned.
struct SparseRows {
  const std::int64_t* offsets;
  const std::int32_t* columns;
  const float* values;
  const float* row_values = nullptr;
};

// Row i has the entries values[i * n_features + j]. Not owned.
struct DenseRows {
  const float* values;
  std::int64_t n_features;
};

namespace kernels {

// z[(i - begin) * width + k] = sum over j of x[i, j] w[j * width + k] for rows i in [begin, end). Each row is
// summed in an order that depends on its length alone.
void row_margins(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* w, int width,
                 double* z);
void row_margins(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* w, int width,
                 double* z);

// sums[j * width + k] += x[i, j] r[(i - begin) * width + k] scale for rows i in [begin, end); in the integer
// form each product is rounded to an integer (|product| <= 2^51): once where the machine has fused
// multiply-adds and width is 1, otherwise as by fixed_of.
//
// Of dense rows both functions fetch as many rows behind `end`, so call them for block after block; margins
// of sparse rows fetch entries ahead.
void add_columns(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, std::int64_t* sums);
void add_columns(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, double* sums);
void add_columns(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, std::int64_t* sums);
void add_columns(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, double* sums);

// The same, entry by entry.
void row_margins_reference(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* w,
                           int width, double* z);
void row_margins_reference(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* w,
                           int width, double* z);
void add_columns_reference(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, std::int64_t* sums);
void add_columns_reference(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, double* sums);
void add_columns_reference(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, std::int64_t* sums);
void add_columns_reference(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r,
                           int width, double scale, double* sums);

}  // namespace kernels
}  // namespace trireme::optim
