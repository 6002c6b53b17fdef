// SPDX-License-Identifier: Apache-2.0
// Rows of extended and extended+i interpolation: De Sterck, Falgout, Nolting, Yang, "Distance-two
// interpolation for parallel algebraic multigrid", Numer. Linear Algebra Appl. 15 (2008),
// doi 10.1002/nla.559. With C_i^ the strong coarse neighbours of i and those of its strong fine neighbours
// F_i, and a~_kl = a_kl where its sign opposes that of a_kk, else 0, extended+i is
//   w_ij = -(a_ij + sum_{k in F_i} a_ik a~_kj / d_ik) / d_i,   j in C_i^,
//   d_ik = sum_{l in C_i^ + {i}} a~_kl,
//   d_i  = a_ii + sum_{weak n outside C_i^} a_in + sum_{k in F_i} a_ik a~_ki / d_ik;
// extended interpolation leaves i out of the sum in d_ik and the last sum out of d_i. Where d_ik is 0, a_ik
// goes to d_i. Couplings to isolated points are left out: smoothing alone makes the error small there. Called
// by extended_interpolation, one part of the rows on each thread.
#pragma once

#include "amg/kernels/coarse_links.hpp"
#include "amg/kernels/kept_weights.hpp"
#include "amg/kernels/row_accumulator.hpp"
#include "amg/kernels/truncate_row.hpp"

namespace trireme::amg::kernels {

struct ExtendedInput {
  LocalRows matrix;
  const Pattern* strong;
  const PointType* types;          // [n_local]
  const LocalIndex* coarse_place;  // [n_local]: of coarse points their column
  const double* diagonal;          // [n_rows]
  const CoarseLinks* links;        // of owned fine points
  const CoarseLinks* ghost_links;  // of ghosts
  CsrView ghost_back;  // rows of ghosts, in owned columns: entries whose sign opposes the diagonal's
};

struct ExtendedScratch {
  RowAccumulator weights;                            // of all coarse columns
  LocalIndex *fine, *fine_positions, *weak_columns;  // as long as the longest row of the matrix
  double *fine_values, *weak_values;
  LocalIndex* largest;  // [max_entries]
};

enum class ConnectionBack { with, without };  // extended+i, extended

// Rows from row_begin on, until row_end or until the sink has no room; returns the first row not done. Rows
// of coarse points hold a 1, those of isolated points and of fine ones with d_i = 0 nothing.
LocalIndex extended_rows(const ExtendedInput& input, ConnectionBack back, const RowTruncation& truncation,
                         const ColumnNumbering& numbering, LocalIndex row_begin, LocalIndex row_end,
                         ExtendedScratch& scratch, RowSink& sink);
// The same weights on a pattern that is kept (see kept_weights.hpp): rows [row_begin, row_end). Rows of
// points that are not fine stay as they are. order: scratch, as long as the longest kept row. Returns whether
// all rows can be used: a fine point with entries needs d_i != 0.
bool refill_extended_rows(const ExtendedInput& input, ConnectionBack back, const KeptWeights& kept,
                          LocalIndex row_begin, LocalIndex row_end, ExtendedScratch& scratch,
                          LocalIndex* order);
// The formula as it stands, for one rank without ghosts: weights [n_rows, n_coarse] row-major, zero on entry,
// not truncated.
void extended_rows_reference(const LocalRows& matrix, const Pattern& strong, const PointType* types,
                             const LocalIndex* coarse_place, ConnectionBack back, LocalIndex n_coarse,
                             double* weights);

}  // namespace trireme::amg::kernels
