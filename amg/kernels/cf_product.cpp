// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/cf_product.hpp"

namespace trireme::amg::kernels {
namespace {

void add_row(const CsrView& matrix, LocalIndex row, double factor, RowAccumulator& sum) {
  const LocalIndex* const columns = matrix.columns.data();
  const double* const values = matrix.values.data();
  const LocalIndex end = matrix.offsets[row + 1];
  for (LocalIndex k = matrix.offsets[row]; k < end; ++k) sum.add(columns[k], factor * values[k]);
}

}  // namespace

void count_coarse_entries(const LocalRows& a, const LocalIndex* place, LocalIndex row_begin,
                          LocalIndex row_end, LocalIndex* coarse_counts, LocalIndex* fine_counts) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    LocalIndex coarse = 0;
    a.for_entries(row, [&](LocalIndex column, double) { coarse += place[column] >= 0 ? 1 : 0; });
    coarse_counts[row] = coarse;
    fine_counts[row] = a.n_entries(row) - coarse;
  }
}

void part_columns(const LocalRows& a, const LocalIndex* place, LocalIndex row_begin, LocalIndex row_end,
                  const PartedTarget& target) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    LocalIndex coarse = target.coarse_offsets[row], fine = target.fine_offsets[row];
    a.for_entries(row, [&](LocalIndex column, double value) {
      if (place[column] >= 0) {
        target.coarse_columns[coarse] = place[column];
        target.coarse_values[coarse++] = value;
      } else {
        target.fine_columns[fine] = column;
        target.fine_values[fine++] = value;
      }
    });
  }
}

LocalIndex cf_product_rows(const CsrView& r, const PartedColumns& a, const CsrView& p,
                           const Contributions& contributions, LocalIndex row_begin, LocalIndex row_end,
                           RowAccumulator& r_a, RowAccumulator& row, RowSink& sink) {
  RowAccumulator left = r_a, sum = row;
  for (LocalIndex coarse = row_begin; coarse < row_end; ++coarse) {
    const LocalIndex end = r.offsets[coarse + 1];
    for (LocalIndex k = r.offsets[coarse]; k < end; ++k) {
      add_row(a.coarse, r.columns[k], r.values[k], sum);
      add_row(a.fine, r.columns[k], r.values[k], left);
    }
    for (LocalIndex k = 0; k < left.count; ++k) add_row(p, left.columns[k], left.values[k], sum);
    left.clear();
    if (!contributions.offsets.empty()) add_row(contributions, coarse, 1.0, sum);
    const bool has_room = sink.has_room(sum.count);
    if (has_room) sink.put(coarse, sum, sum.count);
    sum.clear();
    if (!has_room) return coarse;
  }
  return row_end;
}

}  // namespace trireme::amg::kernels
