// SPDX-License-Identifier: Apache-2.0
// A diffusion problem without Dirichlet conditions: each diagonal entry is minus the sum of the others in its
// row, so that constants are the null space. Of finite volumes and Laplacians this is the natural condition
// on the whole boundary.
#pragma once

#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// base: symmetric, one unknown a point.
ProblemPointer pure_neumann(ProblemPointer base);

}  // namespace trireme::amg
