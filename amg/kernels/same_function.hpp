// SPDX-License-Identifier: Apache-2.0
// Picks the entries of a matrix that couple rows and columns of the same function (unknown) of a system.
// Called by same_function_couplings, for either part of a matrix, one part of the rows on each thread.
#pragma once

#include <span>

#include "amg/matrix/csr.hpp"

namespace trireme::amg::kernels {

// row_functions [n_rows], column_functions [n_columns]. counts [n_rows]: set for [row_begin, row_end).
void count_same_function(const CsrView& matrix, std::span<const LocalIndex> row_functions,
                         std::span<const LocalIndex> column_functions, LocalIndex row_begin,
                         LocalIndex row_end, LocalIndex* counts);
// offsets [n_rows + 1]: of the result. Entries keep their order.
void copy_same_function(const CsrView& matrix, std::span<const LocalIndex> row_functions,
                        std::span<const LocalIndex> column_functions, LocalIndex row_begin,
                        LocalIndex row_end, const LocalIndex* offsets, LocalIndex* columns, double* values);
// All rows, by the definition. Allocates.
Csr same_function_reference(const CsrView& matrix, std::span<const LocalIndex> row_functions,
                            std::span<const LocalIndex> column_functions);

}  // namespace trireme::amg::kernels
