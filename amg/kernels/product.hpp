// SPDX-License-Identifier: Apache-2.0
// Rows of sparse products in one numeric pass: row i of A B is the sum of a_ik times row k of B (Gustavson
// 1978), and row I of R A P is formed as the row (R A)_I, at once multiplied by P (Park et al., SC'15, doi
// 10.1145/2807591.2807603, "row-fused"). Called by galerkin_product, one part of the rows on each thread.
#pragma once

#include "amg/kernels/row_accumulator.hpp"
#include "amg/matrix/csr.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

// What other ranks contribute to the rows: added after the row's own terms. Empty offsets: nothing.
using Contributions = CsrView;

// Both: rows from row_begin on, until row_end or until the sink has no room; returns the first row not done.
// Entries stand in the order in which their columns first come up, and are summed in the order of the
// formulas, so that bits do not depend on the parts. `b` and `p` have a row for every local column of the
// factor before.
LocalIndex multiply_rows(const LocalRows& a, const CsrView& b, const Contributions& contributions,
                         LocalIndex row_begin, LocalIndex row_end, RowAccumulator& row, RowSink& sink);

// r: columns are rows of a. r_a: an accumulator of a's local columns.
LocalIndex triple_product_rows(const CsrView& r, const LocalRows& a, const CsrView& p,
                               const Contributions& contributions, LocalIndex row_begin, LocalIndex row_end,
                               RowAccumulator& r_a, RowAccumulator& row, RowSink& sink);

// Dense: product [a.n_rows, b.n_columns], row-major, zero on entry.
void multiply_rows_reference(const LocalRows& a, const CsrView& b, double* product);
// Dense: product [r.n_rows(), p.n_columns].
void triple_product_rows_reference(const CsrView& r, const LocalRows& a, const CsrView& p, double* product);

}  // namespace trireme::amg::kernels
