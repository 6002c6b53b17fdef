// SPDX-License-Identifier: Apache-2.0
// What HYPRE_IJMatrixPrint writes: a text file for each rank, NAME.00000, NAME.00001, ...; its first line
// holds the rank's first and last row and column, the others row, column and value, counted from 0.
#pragma once

#include <string_view>

#include "amg/read/coordinate_matrix.hpp"

namespace trireme::amg {

// Adds one part to `matrix`, whose parts come in the order of their ranks: rows must follow those read so
// far, and the matrix grows to the part's last row and column. Throws Error (input) with file and line.
// Local.
void parse_hypre_ij_part(std::string_view text, std::string_view file_name, CoordinateMatrix& matrix);

}  // namespace trireme::amg
