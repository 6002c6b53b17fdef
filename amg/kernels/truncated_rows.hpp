// SPDX-License-Identifier: Apache-2.0
// Truncates rows that are finished: those of interpolations that are formed from rows which must not be
// truncated yet. Called by multipass and two-stage interpolation, one part of the rows on each thread.
#pragma once

#include "amg/kernels/multipass.hpp"
#include "amg/kernels/truncate_row.hpp"

namespace trireme::amg::kernels {

// Rows from row_begin on, until row_end or until the sink has no room; returns the first not done. largest
// [max_entries]: scratch.
LocalIndex truncated_rows(const RowStoreView& rows, const RowTruncation& truncation,
                          const ColumnNumbering& numbering, LocalIndex row_begin, LocalIndex row_end,
                          LocalIndex* largest, RowAccumulator& row, RowSink& sink);
LocalIndex truncated_rows_reference(const RowStoreView& rows, const RowTruncation& truncation,
                                    const ColumnNumbering& numbering, LocalIndex row_begin,
                                    LocalIndex row_end, LocalIndex* largest, RowAccumulator& row,
                                    RowSink& sink);

}  // namespace trireme::amg::kernels
