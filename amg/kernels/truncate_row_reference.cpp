// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <limits>
#include <tuple>

#include "amg/kernels/truncate_row.hpp"

namespace trireme::amg::kernels {

void truncate_row_reference(const RowTruncation& truncation, const ColumnNumbering& numbering,
                            LocalIndex* largest, RowAccumulator& row) {
  static_cast<void>(largest);
  double sum = 0, bound = 0, kept = 0;
  for (LocalIndex k = 0; k < row.count; ++k) {
    sum += row.values[k];
    bound = std::max(bound, truncation.factor * std::fabs(row.values[k]));
  }
  const LocalIndex before = row.count;
  // The range of ids of the entries that are not small.
  GlobalIndex lowest = std::numeric_limits<GlobalIndex>::max(), highest = 0;
  for (LocalIndex k = 0; k < before; ++k)
    if (std::fabs(row.values[k]) >= bound) {
      lowest = std::min(lowest, numbering.global(row.columns[k]));
      highest = std::max(highest, numbering.global(row.columns[k]));
    }
  // The lesser goes first, by the first number that differs.
  const auto rank_of = [&](LocalIndex k) {
    const GlobalIndex id = numbering.global(row.columns[k]);
    const GlobalIndex off = truncation.ties == Ties::middle ? std::abs(2 * id - lowest - highest) : 0;
    return std::tuple(-std::fabs(row.values[k]), off, id);
  };
  // An entry stays when it is not small and fewer than max_entries beat it. Marks go in place[].
  for (LocalIndex k = 0; k < before; ++k) {
    const double size = std::fabs(row.values[k]);
    LocalIndex better = 0;
    for (LocalIndex other = 0; other < before; ++other) better += rank_of(other) < rank_of(k);
    const bool stays = size >= bound && (truncation.max_entries == 0 || better < truncation.max_entries);
    row.place[row.columns[k]] = stays ? k : -1;
  }
  row.count = 0;
  for (LocalIndex k = 0; k < before; ++k) {
    if (row.place[row.columns[k]] < 0) continue;
    kept += row.values[k];
    row.columns[row.count] = row.columns[k];
    row.values[row.count++] = row.values[k];
  }
  if (kept != 0 && kept != sum)
    for (LocalIndex k = 0; k < row.count; ++k) row.values[k] *= sum / kept;
}

}  // namespace trireme::amg::kernels
