// SPDX-License-Identifier: Apache-2.0
// Index types of the whole project. A LocalIndex counts what one rank holds, a GlobalIndex what all ranks
// hold; the two never convert silently because a mesh of 3e9 edges has no 32-bit edge number.
#pragma once

#include <cstdint>

namespace trireme {
using LocalIndex = std::int32_t;
using GlobalIndex = std::int64_t;
}  // namespace trireme
