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

// Terms are summed for each column apart, then over even and over odd columns.
template <class Term>
double sum_of_columns(int bs, Term&& column) {
  double even = column(0), odd = bs > 1 ? column(1) : 0.0;
  for (int c = 2; c < bs; ++c) (c % 2 == 0 ? even : odd) += column(c);
  return bs > 1 ? even + odd : even;
}

// first minus entry r of the products of blocks [begin, end).
template <class Value>
double remaining(const Value* values, int bs, StreamView stream, LocalIndex begin, LocalIndex end, int r,
                 double first, const double* y) {
  return sum_of_columns(bs, [&](int c) {
    double sum = c == 0 ? first : 0.0;
    for (LocalIndex e = begin; e < end; ++e)
      sum -= entry(values, bs, e, r, c) * y[static_cast<std::size_t>(stream.columns[e]) * bs + c];
    return sum;
  });
}

}  // namespace

template <class Value>
void solve_lower_rows_reference(int bs, StreamView lower, const Value* values, PositionRange range,
                                const LocalIndex* old, const double* b, double* y) {
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const std::size_t row = lower.rows[p];
    const std::size_t source = old ? old[row] : lower.rows[p];
    for (int r = 0; r < bs; ++r)
      y[row * bs + r] =
          remaining(values, bs, lower, lower.offsets[p], lower.offsets[p + 1], r, b[source * bs + r], y);
  }
}

template <class Value>
void solve_upper_rows_reference(int bs, StreamView upper, const Value* values, PositionRange range,
                                const LocalIndex* old, double* y, double* x, double* scratch) {
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const std::size_t row = upper.rows[p];
    const LocalIndex diagonal = upper.offsets[p];
    for (int r = 0; r < bs; ++r)
      scratch[r] = remaining(values, bs, upper, diagonal + 1, upper.offsets[p + 1], r, y[row * bs + r], y);
    for (int r = 0; r < bs; ++r) {
      const double sum =
          sum_of_columns(bs, [&](int c) { return entry(values, bs, diagonal, r, c) * scratch[c]; });
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
