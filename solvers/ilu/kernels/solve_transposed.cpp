// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/solve_transposed.hpp"

#include "solvers/ilu/kernels/block_arithmetic.hpp"

namespace trireme::ilu {
namespace {

template <int BS, class Value>
void transposed(int block_size, LocalIndex rows, StreamView lower, const Value* lower_values,
                StreamView upper, const Value* upper_values, double* y, double* scratch) {
  const int bs = block_rows<BS>(block_size);
  const std::size_t entries = static_cast<std::size_t>(bs) * bs;
  for (LocalIndex row = 0; row < rows; ++row) {
    const LocalIndex p = upper.position[row];
    double* y_row = y + static_cast<std::size_t>(row) * bs;
    for (int r = 0; r < bs; ++r) scratch[r] = y_row[r];
    transposed_product<BS>(bs, upper_values + upper.offsets[p] * entries, scratch, y_row);
    for (LocalIndex e = upper.offsets[p] + 1; e < upper.offsets[p + 1]; ++e)
      subtract_transposed_product<BS>(bs, upper_values + e * entries, y_row,
                                      y + static_cast<std::size_t>(upper.columns[e]) * bs);
  }
  for (LocalIndex row = rows; row-- > 0;) {
    const LocalIndex p = lower.position[row];
    const double* y_row = y + static_cast<std::size_t>(row) * bs;
    for (LocalIndex e = lower.offsets[p]; e < lower.offsets[p + 1]; ++e)
      subtract_transposed_product<BS>(bs, lower_values + e * entries, y_row,
                                      y + static_cast<std::size_t>(lower.columns[e]) * bs);
  }
}

}  // namespace

template <class Value>
void solve_transposed(int block_size, LocalIndex rows, StreamView lower, const Value* lower_values,
                      StreamView upper, const Value* upper_values, double* y, double* scratch) {
  switch (block_size) {
    case 1:
      return transposed<1>(1, rows, lower, lower_values, upper, upper_values, y, scratch);
    case 4:
      return transposed<4>(4, rows, lower, lower_values, upper, upper_values, y, scratch);
    case 5:
      return transposed<5>(5, rows, lower, lower_values, upper, upper_values, y, scratch);
    default:
      return transposed<0>(block_size, rows, lower, lower_values, upper, upper_values, y, scratch);
  }
}

template <class Value>
void solve_transposed_reference(int bs, LocalIndex rows, StreamView lower, const Value* lower_values,
                                StreamView upper, const Value* upper_values, double* y, double* scratch) {
  const auto entry = [bs](const Value* values, LocalIndex e, int r, int c) {
    return static_cast<double>(values[(static_cast<std::size_t>(e) * bs + c) * bs + r]);
  };
  const auto at = [bs, y](LocalIndex row, int r) -> double& {
    return y[static_cast<std::size_t>(row) * bs + r];
  };
  for (LocalIndex row = 0; row < rows; ++row) {
    const LocalIndex p = upper.position[row];
    for (int c = 0; c < bs; ++c) {
      scratch[c] = entry(upper_values, upper.offsets[p], 0, c) * at(row, 0);
      for (int r = 1; r < bs; ++r) scratch[c] += entry(upper_values, upper.offsets[p], r, c) * at(row, r);
    }
    for (int c = 0; c < bs; ++c) at(row, c) = scratch[c];
    for (LocalIndex e = upper.offsets[p] + 1; e < upper.offsets[p + 1]; ++e)
      for (int c = 0; c < bs; ++c)
        for (int r = 0; r < bs; ++r) at(upper.columns[e], c) -= entry(upper_values, e, r, c) * at(row, r);
  }
  for (LocalIndex row = rows - 1; row >= 0; --row) {
    const LocalIndex p = lower.position[row];
    for (LocalIndex e = lower.offsets[p]; e < lower.offsets[p + 1]; ++e)
      for (int c = 0; c < bs; ++c)
        for (int r = 0; r < bs; ++r) at(lower.columns[e], c) -= entry(lower_values, e, r, c) * at(row, r);
  }
}

template void solve_transposed(int, LocalIndex, StreamView, const double*, StreamView, const double*, double*,
                               double*);
template void solve_transposed(int, LocalIndex, StreamView, const float*, StreamView, const float*, double*,
                               double*);
template void solve_transposed_reference(int, LocalIndex, StreamView, const double*, StreamView,
                                         const double*, double*, double*);
template void solve_transposed_reference(int, LocalIndex, StreamView, const float*, StreamView, const float*,
                                         double*, double*);

}  // namespace trireme::ilu
