// SPDX-License-Identifier: Apache-2.0
// Counts of what one rank holds, before they become 32-bit local numbers. Called wherever the distribution of
// a mesh numbers things locally; call it inside a CollectiveGuard, since one rank alone may hold too much.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "solvers/base/assert.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

// n as a local number. values_each: how many array entries one thing takes where their positions are local
// numbers too. Local. Error (input) when n * values_each has no local number.
inline LocalIndex local_count(std::size_t n, std::string_view what, std::size_t values_each = 1) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<LocalIndex>::max());
  TRIREME_VALIDATE(
      n <= most / values_each, ErrorKind::input,
      "the mesh has too many " + std::string(what) + " on one rank",
      std::to_string(n) + "; at most " + std::to_string(most / values_each) + " can be numbered with 32 bits",
      "use more ranks");
  return static_cast<LocalIndex>(n);
}

}  // namespace trireme::mesh
