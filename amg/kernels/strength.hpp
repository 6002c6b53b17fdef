// SPDX-License-Identifier: Apache-2.0
// Which couplings of a row are strong (Ruge and Stueben 1987, eq. 3.1, with the sign of the diagonal): with
// s = -sign(a_ii), j is strong for i when s a_ij > threshold * max_k s a_ik, k != i. Rows that are dominated
// by their diagonal, |sum_j a_ij| > max_row_sum |a_ii|, have no strong coupling, nor have rows whose
// couplings all have the sign of the diagonal. A missing or zero diagonal counts as positive. Called by
// find_strong_couplings.
#pragma once

#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

struct StrengthCriterion {
  double threshold;
  double max_row_sum;  // 1: rows are taken whatever their sum
};

// Writes rows [row_begin, row_end): their diagonals to diagonal [n_rows], their strong columns, one row after
// the other from columns[first], in the order of the matrix; begin and end [n_rows] say where. columns must
// have room for all entries of these rows.
void strong_rows(const LocalRows& matrix, const StrengthCriterion& criterion, LocalIndex row_begin,
                 LocalIndex row_end, LocalIndex first, double* diagonal, LocalIndex* begin, LocalIndex* end,
                 LocalIndex* columns);
void strong_rows_reference(const LocalRows& matrix, const StrengthCriterion& criterion, LocalIndex row_begin,
                           LocalIndex row_end, LocalIndex first, double* diagonal, LocalIndex* begin,
                           LocalIndex* end, LocalIndex* columns);

}  // namespace trireme::amg::kernels
