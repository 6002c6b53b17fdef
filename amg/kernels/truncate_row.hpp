// SPDX-License-Identifier: Apache-2.0
// Truncation of one row of interpolation: the largest weights stay, in their order, and are scaled so that
// the row keeps its sum (as in De Sterck, Falgout, Nolting, Yang 2008, doi 10.1002/nla.559). Called for each
// row while it is formed, so that no row is ever written in full.
#pragma once

#include <algorithm>
#include <cmath>

#include "amg/kernels/row_accumulator.hpp"
#include "amg/matrix/ghost_numbering.hpp"

namespace trireme::amg::kernels {

struct RowTruncation {
  double factor = 0;           // weights below this fraction of the largest go; 0: none
  LocalIndex max_entries = 0;  // the largest that stay, ties by the lower global id; 0: all
};

// row: its first entries are what stays; place[] of the others is reset as if they had never been added.
// largest [max_entries]: scratch. Returns the number that stays. Scales unless the sum of what stays is zero.
void truncate_row(const RowTruncation& truncation, const ColumnNumbering& numbering, LocalIndex* largest,
                  RowAccumulator& row);
void truncate_row_reference(const RowTruncation& truncation, const ColumnNumbering& numbering,
                            LocalIndex* largest, RowAccumulator& row);

}  // namespace trireme::amg::kernels
