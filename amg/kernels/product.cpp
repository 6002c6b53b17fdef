// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/product.hpp"

namespace trireme::amg::kernels {
namespace {

void add_row(const CsrView& matrix, LocalIndex row, double factor, RowAccumulator& sum) {
  const LocalIndex* const columns = matrix.columns.data();
  const double* const values = matrix.values.data();
  const LocalIndex end = matrix.offsets[row + 1];
  for (LocalIndex k = matrix.offsets[row]; k < end; ++k) sum.add(columns[k], factor * values[k]);
}

// Whether the finished row found room.
bool finish_row(LocalIndex row, const Contributions& contributions, RowAccumulator& sum, RowSink& sink) {
  if (!contributions.offsets.empty()) add_row(contributions, row, 1.0, sum);
  const bool has_room = sink.has_room(sum.count);
  if (has_room) sink.put(row, sum, sum.count);
  sum.clear();
  return has_room;
}

}  // namespace

LocalIndex multiply_rows(const LocalRows& a, const CsrView& b, const Contributions& contributions,
                         LocalIndex row_begin, LocalIndex row_end, RowAccumulator& row, RowSink& sink) {
  RowAccumulator sum = row;
  for (LocalIndex i = row_begin; i < row_end; ++i) {
    a.for_entries(i, [&](LocalIndex k, double a_ik) { add_row(b, k, a_ik, sum); });
    if (!finish_row(i, contributions, sum, sink)) return i;
  }
  return row_end;
}

LocalIndex triple_product_rows(const CsrView& r, const LocalRows& a, const CsrView& p,
                               const Contributions& contributions, LocalIndex row_begin, LocalIndex row_end,
                               RowAccumulator& r_a, RowAccumulator& row, RowSink& sink) {
  RowAccumulator left = r_a, sum = row;
  for (LocalIndex coarse = row_begin; coarse < row_end; ++coarse) {
    const LocalIndex end = r.offsets[coarse + 1];
    for (LocalIndex k = r.offsets[coarse]; k < end; ++k) {
      const double weight = r.values[k];
      a.for_entries(r.columns[k], [&](LocalIndex column, double value) { left.add(column, weight * value); });
    }
    for (LocalIndex k = 0; k < left.count; ++k) add_row(p, left.columns[k], left.values[k], sum);
    left.clear();
    if (!finish_row(coarse, contributions, sum, sink)) return coarse;
  }
  return row_end;
}

}  // namespace trireme::amg::kernels
