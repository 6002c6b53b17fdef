// SPDX-License-Identifier: Apache-2.0
// A problem with the signs of all its entries changed: negative definite where it was positive definite.
#pragma once

#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

ProblemPointer negated(ProblemPointer base);

}  // namespace trireme::amg
