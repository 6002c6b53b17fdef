// SPDX-License-Identifier: Apache-2.0
// Where the rows of a matrix repeat one another: rows whose entries lie at the same distances from the
// diagonal as those of the row before, as on the inside of a regular grid. A product then reads the column
// numbers of the first of them only, a third of the bytes less. Called by mat/local_product.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/mat/kernels/bcsr.hpp"

namespace trireme::mat {

struct RowRepeats {
  // Stretch s is the rows from first_rows[s] to the next stretch, or to the end of its part of the rows.
  std::vector<LocalIndex> first_rows;
  std::vector<LocalIndex> part_begin;  // [parts + 1]: the stretches of each part of row_bounds

  bool is_empty() const { return part_begin.empty(); }
};

// Of a matrix of block size 1, cut at row_bounds (threads::weighted_partition); empty where stretches are so
// short that a product gains nothing. Local; one pass over the columns.
template <class Index>
RowRepeats find_row_repeats(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds);

}  // namespace trireme::mat
