// SPDX-License-Identifier: Apache-2.0
// Transpose of compressed rows by a counting sort over several parts of the rows (as hypre does it with
// threads). Rows of the result list their columns in ascending order of the source's rows, whatever the
// parts. Called by transpose_rows: each part counts its columns, the counts become places, each part
// scatters.
#pragma once

#include "amg/matrix/csr.hpp"

namespace trireme::amg::kernels {

// counts[c] = entries of column c in rows [row_begin, row_end). counts [n_columns].
void count_columns(const CsrView& matrix, LocalIndex row_begin, LocalIndex row_end, LocalIndex* counts);

// next[c]: where the part's first entry of column c goes; advanced past its last.
void scatter_columns(const CsrView& matrix, LocalIndex row_begin, LocalIndex row_end, LocalIndex* next,
                     LocalIndex* rows, double* values);

// offsets [n_columns + 1], rows and values [n_nonzeros].
void transpose_reference(const CsrView& matrix, LocalIndex* offsets, LocalIndex* rows, double* values);

}  // namespace trireme::amg::kernels
