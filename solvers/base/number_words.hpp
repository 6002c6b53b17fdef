// SPDX-License-Identifier: Apache-2.0
// Words of text files as numbers, and as messages can show them. Called by the readers of meshes and
// matrices. All local; none allocates but shown_word.
#pragma once

#include <string>
#include <string_view>

#include "solvers/base/types.hpp"

namespace trireme {

// The whole of `word`, which may begin with a plus sign as Fortran writes it; false, and nothing said of
// value, when it is no number or does not fit. A real too small for double is 0, infinities and NaN are read.
bool parse_integer(std::string_view word, GlobalIndex& value);
bool parse_real(std::string_view word, double& value);

// The word as a message can show it: at most 40 characters, all printable. Words of a damaged file can be
// arbitrarily long and hold anything.
std::string shown_word(std::string_view word);

}  // namespace trireme
