// SPDX-License-Identifier: Apache-2.0
// A count and its noun, in notes and errors of the readers.
#pragma once

#include <string>
#include <string_view>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

// "1 face is", "3 faces are".
inline std::string count_text(GlobalIndex count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace trireme::mesh
