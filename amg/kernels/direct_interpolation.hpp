// SPDX-License-Identifier: Apache-2.0
// Rows of direct interpolation: Stueben, "A review of algebraic multigrid", J. Comput. Appl. Math. 128
// (2001), doi 10.1016/S0377-0427(00)00516-1, section 4.2. A fine point takes its strong coarse neighbours
// only; the couplings of either sign that are left out are made up for by scaling those of that sign that are
// kept:
//   w_ij = -alpha a_ij / d_i,  alpha = sum_{a_in < 0} a_in / sum_{strong coarse j, a_ij < 0} a_ij,
// beta alike for positive ones, which go to d_i where no coarse neighbour has one. Called by
// direct_interpolation.
#pragma once

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/kernels/kept_weights.hpp"
#include "amg/kernels/row_accumulator.hpp"
#include "amg/kernels/truncate_row.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

struct DirectInput {
  LocalRows matrix;
  const Pattern* strong;
  const PointType* types;          // [n_local]
  const LocalIndex* coarse_place;  // [n_local]
  const double* diagonal;          // [n_rows]
};

// As extended_rows.
LocalIndex direct_rows(const DirectInput& input, const RowTruncation& truncation,
                       const ColumnNumbering& numbering, LocalIndex row_begin, LocalIndex row_end,
                       LocalIndex* largest, RowAccumulator& row, RowSink& sink);
// As refill_extended_rows.
bool refill_direct_rows(const DirectInput& input, const KeptWeights& kept, LocalIndex row_begin,
                        LocalIndex row_end, RowAccumulator& row, LocalIndex* order);
// Weights [n_rows, n_coarse] row-major, zero on entry, not truncated; for one rank without ghosts.
void direct_rows_reference(const DirectInput& input, LocalIndex n_coarse, double* weights);

}  // namespace trireme::amg::kernels
