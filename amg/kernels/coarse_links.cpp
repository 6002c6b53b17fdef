// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/coarse_links.hpp"

namespace trireme::amg::kernels {
namespace {

// f(column, value, is_strong) for the entries of a row with a coarse column and a sign that opposes the
// diagonal's. The pattern lists a part of the row's columns in the row's order.
template <class F>
void for_links(const LocalRows& matrix, const Pattern& strong, const PointType* types, bool negative,
               LocalIndex row, F&& f) {
  const LocalIndex* next = strong.columns.data() + strong.begin[row];
  const LocalIndex* const last = strong.columns.data() + strong.end[row];
  matrix.for_entries(row, [&](LocalIndex column, double value) {
    const bool is_strong = next != last && *next == column;
    next += is_strong;
    if (types[column] == PointType::coarse && (negative ? value > 0 : value < 0)) f(column, value, is_strong);
  });
}

}  // namespace

void coarse_links(const LocalRows& matrix, const Pattern& strong, const PointType* types,
                  const LocalIndex* coarse_place, const double* diagonal, LocalIndex row_begin,
                  LocalIndex row_end, LocalIndex first, CoarseLinks& links) {
  LocalIndex* const columns = links.columns.data();
  double* const values = links.values.data();
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    links.begin[row] = first;
    double sum = 0;
    if (types[row] == PointType::fine) {
      const bool negative = diagonal[row] < 0;
      LocalIndex weak = 0;
      for_links(matrix, strong, types, negative, row, [&](LocalIndex column, double value, bool is_strong) {
        if (!is_strong) {
          ++weak;
          return;
        }
        columns[first] = coarse_place[column];
        values[first++] = value;
        sum += value;
      });
      links.strong_end[row] = first;
      if (weak > 0)
        for_links(matrix, strong, types, negative, row, [&](LocalIndex column, double value, bool is_strong) {
          if (is_strong) return;
          columns[first] = coarse_place[column];
          values[first++] = value;
        });
    } else {
      links.strong_end[row] = first;
    }
    links.end[row] = first;
    links.strong_sum[row] = sum;
  }
}

}  // namespace trireme::amg::kernels
