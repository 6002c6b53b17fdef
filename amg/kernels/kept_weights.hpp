// SPDX-License-Identifier: Apache-2.0
// Writes one row of freshly computed weights onto a kept pattern: the entries that the pattern has, scaled so
// that they sum to what all weights of the row sum to, as truncation does (truncate_row.hpp). With the values
// that the pattern was made from, these are the weights that truncation left, to the last bit. Called by the
// kernels that refill interpolation.
#pragma once

#include <cmath>
#include <cstdint>

#include "amg/kernels/row_accumulator.hpp"

namespace trireme::amg::kernels {

// An interpolation's rows, whose values are written.
struct KeptWeights {
  const LocalIndex *offsets, *columns;
  const LocalIndex *ghost_offsets, *ghost_columns;
  const LocalIndex* ghost_place;  // of each ghost column the accumulator's column, -1: it has none
  double *values, *ghost_values;

  LocalIndex n_entries(LocalIndex row) const {
    return offsets[row + 1] - offsets[row] + ghost_offsets[row + 1] - ghost_offsets[row];
  }
};

// weights: all weights of the row. order: scratch, as long as the longest kept row. A kept entry without a
// weight becomes 0. Returns whether the row can be used: its numbers are finite, and not all of them 0.
inline bool keep_weights(const KeptWeights& kept, LocalIndex row, const RowAccumulator& weights,
                         LocalIndex* order) {
  if (kept.n_entries(row) == 0) return true;
  double sum = 0;
  for (LocalIndex k = 0; k < weights.count; ++k) sum += weights.values[k];
  // The kept ones are summed in the accumulator's order, which the two parts may interlace.
  LocalIndex held = 0;
  const auto place_of = [&](LocalIndex column) { return column < 0 ? -1 : weights.place[column]; };
  const auto hold = [&](LocalIndex column) {
    const LocalIndex place = place_of(column);
    if (place < 0) return;
    LocalIndex at = held++;
    for (; at > 0 && order[at - 1] > place; --at) order[at] = order[at - 1];
    order[at] = place;
  };
  for (LocalIndex k = kept.offsets[row]; k < kept.offsets[row + 1]; ++k) hold(kept.columns[k]);
  for (LocalIndex k = kept.ghost_offsets[row]; k < kept.ghost_offsets[row + 1]; ++k)
    hold(kept.ghost_place[kept.ghost_columns[k]]);
  double kept_sum = 0, largest = 0;
  for (LocalIndex k = 0; k < held; ++k) {
    kept_sum += weights.values[order[k]];
    largest = std::fmax(largest, std::fabs(weights.values[order[k]]));
  }
  const double scale = kept_sum == 0 || kept_sum == sum ? 1 : sum / kept_sum;
  const auto value_of = [&](LocalIndex column) {
    const LocalIndex place = place_of(column);
    return place < 0 ? 0.0 : weights.values[place] * scale;
  };
  for (LocalIndex k = kept.offsets[row]; k < kept.offsets[row + 1]; ++k)
    kept.values[k] = value_of(kept.columns[k]);
  for (LocalIndex k = kept.ghost_offsets[row]; k < kept.ghost_offsets[row + 1]; ++k)
    kept.ghost_values[k] = value_of(kept.ghost_place[kept.ghost_columns[k]]);
  return std::isfinite(sum) && std::isfinite(scale) && largest > 0;
}

}  // namespace trireme::amg::kernels
