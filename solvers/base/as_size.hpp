// SPDX-License-Identifier: Apache-2.0
// A count or an index that is not negative, as containers want it. Called wherever one of ours meets one of
// theirs.
#pragma once

#include <cstddef>

#include "solvers/base/types.hpp"

namespace trireme {

constexpr std::size_t as_size(GlobalIndex n) {
  return static_cast<std::size_t>(n);
}

}  // namespace trireme
