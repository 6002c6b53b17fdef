// SPDX-License-Identifier: Apache-2.0
// Splits rows with local columns into the part over owned columns and the part over ghosts. Called when a
// matrix is assembled on several ranks.
#pragma once

#include <cstdint>

#include "amg/matrix/csr.hpp"

namespace trireme::amg::kernels {

// Rows [row_begin, row_end) stand one after the other in columns, counts [n_rows] long. ghost_counts
// [n_rows]: entries with a column of n_owned or more, each of which sets used[column - n_owned] to 1.
void count_ghost_entries(const LocalIndex* columns, const LocalIndex* counts, LocalIndex n_owned,
                         LocalIndex row_begin, LocalIndex row_end, LocalIndex* ghost_counts,
                         std::int8_t* used);

// Where a row's entries of either kind go; ghost g becomes column ghost_place[g].
struct SplitTarget {
  const LocalIndex *offsets, *ghost_offsets;
  LocalIndex *columns, *ghost_columns;
  double *values, *ghost_values;
};
void split_columns(const LocalIndex* columns, const double* values, const LocalIndex* counts,
                   LocalIndex n_owned, const LocalIndex* ghost_place, LocalIndex row_begin,
                   LocalIndex row_end, const SplitTarget& target);
void split_columns_reference(const LocalIndex* columns, const double* values, const LocalIndex* counts,
                             LocalIndex n_owned, const LocalIndex* ghost_place, LocalIndex n_rows,
                             const SplitTarget& target);

}  // namespace trireme::amg::kernels
