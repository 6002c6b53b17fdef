// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "solvers/ilu/kernels/solve_rows.hpp"

namespace trireme::ilu {
namespace {

// Entry (r, c) of block e of a stream.
template <class Value>
double entry(const Value* values, int bs, LocalIndex e, int r, int c) {
  return values[(static_cast<std::size_t>(e) * bs + c) * bs + r];
}

}  // namespace

template <class Value>
void solve_lower_rows_reference(int bs, StreamView lower, const Value* values, PositionRange range,
                                const LocalIndex* old, const double* b, double* y) {
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const std::size_t row = lower.rows[p];
    const std::size_t source = old ? old[row] : lower.rows[p];
    for (int r = 0; r < bs; ++r) {
      double sum = b[source * bs + r];
      for (LocalIndex e = lower.offsets[p]; e < lower.offsets[p + 1]; ++e)
        for (int c = 0; c < bs; ++c)
          sum -= entry(values, bs, e, r, c) * y[static_cast<std::size_t>(lower.columns[e]) * bs + c];
      y[row * bs + r] = sum;
    }
  }
}

template <class Value>
void solve_upper_rows_reference(int bs, StreamView upper, const Value* values, PositionRange range,
                                const LocalIndex* old, double* y, double* x, double* scratch) {
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const std::size_t row = upper.rows[p];
    const LocalIndex diagonal = upper.offsets[p];
    for (int r = 0; r < bs; ++r) {
      scratch[r] = y[row * bs + r];
      for (LocalIndex e = diagonal + 1; e < upper.offsets[p + 1]; ++e)
        for (int c = 0; c < bs; ++c)
          scratch[r] -= entry(values, bs, e, r, c) * y[static_cast<std::size_t>(upper.columns[e]) * bs + c];
    }
    for (int r = 0; r < bs; ++r) {
      double sum = entry(values, bs, diagonal, r, 0) * scratch[0];
      for (int c = 1; c < bs; ++c) sum += entry(values, bs, diagonal, r, c) * scratch[c];
      y[row * bs + r] = sum;
      if (old) x[static_cast<std::size_t>(old[row]) * bs + r] = sum;
    }
  }
}

template void solve_lower_rows_reference(int, StreamView, const double*, PositionRange, const LocalIndex*,
                                         const double*, double*);
template void solve_lower_rows_reference(int, StreamView, const float*, PositionRange, const LocalIndex*,
                                         const double*, double*);
template void solve_upper_rows_reference(int, StreamView, const double*, PositionRange, const LocalIndex*,
                                         double*, double*, double*);
template void solve_upper_rows_reference(int, StreamView, const float*, PositionRange, const LocalIndex*,
                                         double*, double*, double*);

}  // namespace trireme::ilu
