// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/multipass.hpp"

namespace trireme::amg::kernels {
namespace {

// Leaves the weights in the accumulator, none where there is nothing to divide by.
void form_row(const MultipassInput& in, LocalIndex pass, LocalIndex i, RowAccumulator& row) {
  double c = 0, others = 0;
  const LocalIndex* next = in.strong->columns.data() + in.strong->begin[i];
  const LocalIndex* const last = in.strong->columns.data() + in.strong->end[i];
  in.matrix.for_entries(i, [&](LocalIndex j, double a_ij) {
    const bool is_strong = next != last && *next == j;
    next += is_strong;
    if (j == i || in.types[j] == PointType::isolated) return;
    if (!is_strong || in.passes[j] != pass - 1) {
      others += a_ij;
      return;
    }
    for (LocalIndex k = in.rows.begin[j]; k < in.rows.end[j]; ++k) {
      const double weight = a_ij * in.rows.values[k];
      row.add(in.rows.columns[k], weight);
      c += weight;
    }
  });
  if (c == 0 || in.diagonal[i] == 0) {
    row.clear();
    return;
  }
  const double scale = -(c + others) / (c * in.diagonal[i]);
  for (LocalIndex k = 0; k < row.count; ++k) row.values[k] *= scale;
}

}  // namespace

void find_next_pass(const Pattern& strong, std::span<const LocalIndex> passes, LocalIndex pass,
                    std::span<const LocalIndex> points, std::span<std::int8_t> found) {
  const LocalIndex* const columns = strong.columns.data();
  for (std::size_t p = 0; p < points.size(); ++p) {
    const LocalIndex i = points[p];
    found[p] = 0;
    for (LocalIndex k = strong.begin[i]; k < strong.end[i]; ++k)
      if (passes[static_cast<std::size_t>(columns[k])] == pass) {
        found[p] = 1;
        break;
      }
  }
}

LocalIndex multipass_rows(const MultipassInput& input, LocalIndex pass, std::span<const LocalIndex> points,
                          LocalIndex row_begin, LocalIndex row_end, RowAccumulator& row, RowSink& sink) {
  RowAccumulator weights = row;
  for (LocalIndex r = row_begin; r < row_end; ++r) {
    form_row(input, pass, points[static_cast<std::size_t>(r)], weights);
    const bool has_room = sink.has_room(weights.count);
    if (has_room) sink.put(r, weights, weights.count);
    weights.clear();
    if (!has_room) return r;
  }
  return row_end;
}

}  // namespace trireme::amg::kernels
