// SPDX-License-Identifier: Apache-2.0
// Turns hypre's error flags into exceptions. Wraps every call of hypre in this folder that can fail.
#pragma once

#include <HYPRE_utilities.h>

#include "solvers/base/error.hpp"

namespace trireme::amg::hypre {

// Throws Error (internal) with hypre's text. hypre keeps its flag set: it is cleared, so that the next call
// starts clean.
inline void check(HYPRE_Int code) {
  if (code == 0) return;
  char text[256] = {};
  HYPRE_DescribeError(code, text);
  HYPRE_ClearAllErrors();
  throw Error(ErrorKind::internal, "hypre call failed", text);
}

}  // namespace trireme::amg::hypre
