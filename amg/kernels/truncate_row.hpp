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

// Which of equal weights stay. Where half of all points are coarse, as HMIS chooses them on a 7-point
// stencil, all six weights of a row are equal, and the choice makes the coarse stencil: those in the middle
// of the row's range of ids leave out a whole axis, and the operator complexity on 24^3 points is 3.0,
// not 3.5.
enum class Ties { lower_id, middle };

struct RowTruncation {
  double factor = 0;           // weights below this fraction of the largest go; 0: none
  LocalIndex max_entries = 0;  // the largest that stay; 0: all
  Ties ties = Ties::lower_id;
};

// row: its first entries are what stays; place[] of the others is reset as if they had never been added.
// largest [max_entries]: scratch. Returns the number that stays. Scales unless the sum of what stays is zero.
void truncate_row(const RowTruncation& truncation, const ColumnNumbering& numbering, LocalIndex* largest,
                  RowAccumulator& row);
void truncate_row_reference(const RowTruncation& truncation, const ColumnNumbering& numbering,
                            LocalIndex* largest, RowAccumulator& row);

}  // namespace trireme::amg::kernels
