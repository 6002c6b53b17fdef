// SPDX-License-Identifier: Apache-2.0
// Whether a matrix whose values changed is the old one with rows and columns scaled, T A T = A_old: how far
// its row sums are from the old ones with and without the scaling. Called by the refill of hierarchies that
// keep the weights of interpolation.
#pragma once

#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

struct RowSumChanges {
  double plain = 0, scaled = 0;  // sums over rows of |row sum - old one|: of A, and of T A T
};

// Rows [row_begin, row_end).
void row_sums(const LocalRows& rows, LocalIndex row_begin, LocalIndex row_end, double* sums);

// t [columns, ghosts too]: the diagonal of T. old_sums [n_rows]. Rows [row_begin, row_end).
RowSumChanges row_sum_changes(const LocalRows& rows, const double* t, const double* old_sums,
                              LocalIndex row_begin, LocalIndex row_end);
RowSumChanges row_sum_changes_reference(const LocalRows& rows, const double* t, const double* old_sums,
                                        LocalIndex row_begin, LocalIndex row_end);

// out[k] = t(row of k) * values[k] and out[k] = t[columns[k]] * values[k], for the entries of rows
// [row_begin, row_end).
void scale_rows(const LocalIndex* offsets, const double* t, LocalIndex row_begin, LocalIndex row_end,
                const double* values, double* out);
void scale_columns(const LocalIndex* offsets, const LocalIndex* columns, const double* t,
                   LocalIndex row_begin, LocalIndex row_end, const double* values, double* out);

}  // namespace trireme::amg::kernels
