// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/direct_interpolation.hpp"

namespace trireme::amg::kernels {
namespace {

// Couplings of one sign: those with `factor` of 1 or -1 and their strong coarse ones.
struct Couplings {
  double all = 0, kept = 0;
};

void form_row(const DirectInput& in, LocalIndex i, RowAccumulator& row) {
  Couplings negative, positive;
  const LocalIndex* next = in.strong->columns.data() + in.strong->begin[i];
  const LocalIndex* const last = in.strong->columns.data() + in.strong->end[i];
  in.matrix.for_entries(i, [&](LocalIndex column, double value) {
    const bool is_strong = next != last && *next == column;
    next += is_strong;
    if (column == i || in.types[column] == PointType::isolated) return;
    Couplings& couplings = value < 0 ? negative : positive;
    couplings.all += value;
    if (!is_strong || in.types[column] != PointType::coarse) return;
    couplings.kept += value;
    row.add(in.coarse_place[column], value);
  });
  double d_i = in.diagonal[i];
  for (const Couplings* couplings : {&negative, &positive})
    if (couplings->kept == 0) d_i += couplings->all;
  if (d_i == 0) {
    row.clear();
    return;
  }
  const double alpha = negative.kept == 0 ? 0 : -negative.all / negative.kept / d_i;
  const double beta = positive.kept == 0 ? 0 : -positive.all / positive.kept / d_i;
  for (LocalIndex k = 0; k < row.count; ++k) row.values[k] *= row.values[k] < 0 ? alpha : beta;
}

}  // namespace

LocalIndex direct_rows(const DirectInput& input, const RowTruncation& truncation,
                       const ColumnNumbering& numbering, LocalIndex row_begin, LocalIndex row_end,
                       LocalIndex* largest, RowAccumulator& row, RowSink& sink) {
  RowAccumulator weights = row;
  for (LocalIndex i = row_begin; i < row_end; ++i) {
    if (input.types[i] == PointType::coarse) {
      weights.add(input.coarse_place[i], 1.0);
    } else if (input.types[i] == PointType::fine) {
      form_row(input, i, weights);
      truncate_row(truncation, numbering, largest, weights);
    }
    const bool has_room = sink.has_room(weights.count);
    if (has_room) sink.put(i, weights, weights.count);
    weights.clear();
    if (!has_room) return i;
  }
  return row_end;
}

bool refill_direct_rows(const DirectInput& input, const KeptWeights& kept, LocalIndex row_begin,
                        LocalIndex row_end, RowAccumulator& row, LocalIndex* order) {
  RowAccumulator weights = row;
  bool usable = true;
  for (LocalIndex i = row_begin; i < row_end; ++i) {
    if (input.types[i] != PointType::fine || kept.n_entries(i) == 0) continue;
    form_row(input, i, weights);
    if (!keep_weights(kept, i, weights, order)) usable = false;
    weights.clear();
  }
  return usable;
}

}  // namespace trireme::amg::kernels
