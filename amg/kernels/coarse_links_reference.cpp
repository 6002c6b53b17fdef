// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "amg/kernels/coarse_links.hpp"

namespace trireme::amg::kernels {

void coarse_links_reference(const LocalRows& matrix, const Pattern& strong, const PointType* types,
                            const LocalIndex* coarse_place, const double* diagonal, LocalIndex row_begin,
                            LocalIndex row_end, LocalIndex first, CoarseLinks& links) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    links.begin[row] = first;
    links.strong_sum[row] = 0;
    const auto strong_begin = strong.columns.begin() + strong.begin[row],
               strong_end = strong.columns.begin() + strong.end[row];
    for (const bool want_strong : {true, false}) {
      matrix.for_entries(row, [&](LocalIndex column, double value) {
        const bool is_strong = std::find(strong_begin, strong_end, column) != strong_end;
        const bool opposes = diagonal[row] < 0 ? value > 0 : value < 0;
        if (types[row] != PointType::fine || types[column] != PointType::coarse || !opposes) return;
        if (is_strong != want_strong) return;
        links.columns[first] = coarse_place[column];
        links.values[first++] = value;
        if (is_strong) links.strong_sum[row] += value;
      });
      (want_strong ? links.strong_end : links.end)[row] = first;
    }
  }
}

}  // namespace trireme::amg::kernels
