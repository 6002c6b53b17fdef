// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/solve_rows.hpp"

#include "solvers/ilu/kernels/block_arithmetic.hpp"

namespace trireme::ilu {
namespace {

template <int BS, class Value>
void lower_rows(int block_size, StreamView lower, const Value* values, PositionRange range,
                const LocalIndex* old, const double* b, double* y) {
  const int bs = block_rows<BS>(block_size);
  const Value* block = values + static_cast<std::size_t>(lower.offsets[range.begin]) * bs * bs;
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const LocalIndex row = lower.rows[p];
    const double* b_row = b + static_cast<std::size_t>(old ? old[row] : row) * bs;
    double* y_row = y + static_cast<std::size_t>(row) * bs;
    double local[BS > 0 ? BS : 1];
    double* sum = BS > 0 ? local : y_row;
    for (int r = 0; r < bs; ++r) sum[r] = b_row[r];
    for (LocalIndex e = lower.offsets[p]; e < lower.offsets[p + 1]; ++e, block += bs * bs)
      subtract_product<BS>(bs, block, y + static_cast<std::size_t>(lower.columns[e]) * bs, sum);
    if constexpr (BS > 0)
      for (int r = 0; r < bs; ++r) y_row[r] = sum[r];
  }
}

template <int BS, class Value>
void upper_rows(int block_size, StreamView upper, const Value* values, PositionRange range,
                const LocalIndex* old, double* y, double* x, double* scratch) {
  const int bs = block_rows<BS>(block_size);
  const Value* block = values + static_cast<std::size_t>(upper.offsets[range.begin]) * bs * bs;
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const LocalIndex row = upper.rows[p];
    double* y_row = y + static_cast<std::size_t>(row) * bs;
    const Value* inverse_diagonal = block;
    block += bs * bs;
    double local[BS > 0 ? BS : 1];
    double* sum = BS > 0 ? local : scratch;
    for (int r = 0; r < bs; ++r) sum[r] = y_row[r];
    for (LocalIndex e = upper.offsets[p] + 1; e < upper.offsets[p + 1]; ++e, block += bs * bs)
      subtract_product<BS>(bs, block, y + static_cast<std::size_t>(upper.columns[e]) * bs, sum);
    product<BS>(bs, inverse_diagonal, sum, y_row);
    if (old) {
      double* x_row = x + static_cast<std::size_t>(old[row]) * bs;
      for (int r = 0; r < bs; ++r) x_row[r] = y_row[r];
    }
  }
}

}  // namespace

template <class Value>
void solve_lower_rows(int block_size, StreamView lower, const Value* values, PositionRange range,
                      const LocalIndex* old, const double* b, double* y) {
  switch (block_size) {
    case 1:
      return lower_rows<1>(1, lower, values, range, old, b, y);
    case 4:
      return lower_rows<4>(4, lower, values, range, old, b, y);
    case 5:
      return lower_rows<5>(5, lower, values, range, old, b, y);
    default:
      return lower_rows<0>(block_size, lower, values, range, old, b, y);
  }
}

template <class Value>
void solve_upper_rows(int block_size, StreamView upper, const Value* values, PositionRange range,
                      const LocalIndex* old, double* y, double* x, double* scratch) {
  switch (block_size) {
    case 1:
      return upper_rows<1>(1, upper, values, range, old, y, x, scratch);
    case 4:
      return upper_rows<4>(4, upper, values, range, old, y, x, scratch);
    case 5:
      return upper_rows<5>(5, upper, values, range, old, y, x, scratch);
    default:
      return upper_rows<0>(block_size, upper, values, range, old, y, x, scratch);
  }
}

template void solve_lower_rows(int, StreamView, const double*, PositionRange, const LocalIndex*,
                               const double*, double*);
template void solve_lower_rows(int, StreamView, const float*, PositionRange, const LocalIndex*, const double*,
                               double*);
template void solve_upper_rows(int, StreamView, const double*, PositionRange, const LocalIndex*, double*,
                               double*, double*);
template void solve_upper_rows(int, StreamView, const float*, PositionRange, const LocalIndex*, double*,
                               double*, double*);

}  // namespace trireme::ilu
