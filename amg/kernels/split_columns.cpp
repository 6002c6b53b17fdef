// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/split_columns.hpp"

#include <atomic>

namespace trireme::amg::kernels {

void count_ghost_entries(const LocalIndex* columns, const LocalIndex* counts, LocalIndex n_owned,
                         LocalIndex row_begin, LocalIndex row_end, LocalIndex* ghost_counts,
                         std::int8_t* used) {
  LocalIndex k = 0;
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    LocalIndex ghosts = 0;
    for (const LocalIndex end = k + counts[row]; k < end; ++k)
      if (columns[k] >= n_owned) {
        ++ghosts;
        std::atomic_ref(used[columns[k] - n_owned]).store(1, std::memory_order_relaxed);
      }
    ghost_counts[row] = ghosts;
  }
}

void split_columns(const LocalIndex* columns, const double* values, const LocalIndex* counts,
                   LocalIndex n_owned, const LocalIndex* ghost_place, LocalIndex row_begin,
                   LocalIndex row_end, const SplitTarget& target) {
  LocalIndex k = 0;
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    LocalIndex place = target.offsets[row], ghost = target.ghost_offsets[row];
    for (const LocalIndex end = k + counts[row]; k < end; ++k)
      if (columns[k] < n_owned) {
        target.columns[place] = columns[k];
        target.values[place++] = values[k];
      } else {
        target.ghost_columns[ghost] = ghost_place[columns[k] - n_owned];
        target.ghost_values[ghost++] = values[k];
      }
  }
}

}  // namespace trireme::amg::kernels
