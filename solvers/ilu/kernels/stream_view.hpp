// SPDX-License-Identifier: Apache-2.0
// What the ILU kernels see of a stored triangle: its rows in the order in which they are computed, as one
// contiguous stream. Blocks are column-major, so that one column of a small block is one vector register. In
// the upper triangle the first block of a row is the inverted diagonal block; the lower triangle has no
// diagonal.
#pragma once

#include "solvers/base/types.hpp"

namespace trireme::ilu {

struct StreamView {
  const LocalIndex* rows;      // [rows] row at each position
  const LocalIndex* offsets;   // [rows + 1] blocks of each position
  const LocalIndex* columns;   // [offsets[rows]]
  const LocalIndex* position;  // [rows] where each row stands
};

// Positions [begin, end) of a stream.
struct PositionRange {
  LocalIndex begin, end;
};

}  // namespace trireme::ilu
