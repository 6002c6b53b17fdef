// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/truncated_rows.hpp"

namespace trireme::amg::kernels {

LocalIndex truncated_rows_reference(const RowStoreView& rows, const RowTruncation& truncation,
                                    const ColumnNumbering& numbering, LocalIndex row_begin,
                                    LocalIndex row_end, LocalIndex* largest, RowAccumulator& row,
                                    RowSink& sink) {
  RowAccumulator kept = row;
  for (LocalIndex i = row_begin; i < row_end; ++i) {
    for (LocalIndex k = rows.begin[i]; k < rows.end[i]; ++k) kept.add(rows.columns[k], rows.values[k]);
    truncate_row_reference(truncation, numbering, largest, kept);
    const bool has_room = sink.has_room(kept.count);
    if (has_room) sink.put(i, kept, kept.count);
    kept.clear();
    if (!has_room) return i;
  }
  return row_end;
}

}  // namespace trireme::amg::kernels
