// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/split_columns.hpp"

namespace trireme::amg::kernels {

void split_columns_reference(const LocalIndex* columns, const double* values, const LocalIndex* counts,
                             LocalIndex n_owned, const LocalIndex* ghost_place, LocalIndex n_rows,
                             const SplitTarget& target) {
  for (const bool ghosts : {false, true}) {
    LocalIndex k = 0, place = 0;
    for (LocalIndex row = 0; row < n_rows; ++row)
      for (LocalIndex in_row = 0; in_row < counts[row]; ++in_row, ++k) {
        if ((columns[k] >= n_owned) != ghosts) continue;
        (ghosts ? target.ghost_columns : target.columns)[place] =
            ghosts ? ghost_place[columns[k] - n_owned] : columns[k];
        (ghosts ? target.ghost_values : target.values)[place++] = values[k];
      }
  }
}

}  // namespace trireme::amg::kernels
