// SPDX-License-Identifier: Apache-2.0
// The Matrix Market exchange format (Boisvert, Pozo, Remington, NISTIR 5935, 1996): coordinate matrices,
// real, integer or pattern, general, symmetric or skew-symmetric; and arrays of one column, for vectors.
#pragma once

#include <string_view>
#include <vector>

#include "amg/read/coordinate_matrix.hpp"

namespace trireme::amg {

// The other half of symmetric and skew-symmetric matrices is added; patterns have ones. Throws Error (input)
// with file and line; never allocates more than the text can hold. Local.
CoordinateMatrix parse_matrix_market(std::string_view text, std::string_view file_name);

// An array of one column, real or integer.
std::vector<double> parse_matrix_market_vector(std::string_view text, std::string_view file_name);

}  // namespace trireme::amg
