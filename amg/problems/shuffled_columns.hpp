// SPDX-License-Identifier: Apache-2.0
// A problem whose rows hold the same entries in an arbitrary order: solvers that take the first one for the
// diagonal, or columns for sorted, fail on it.
#pragma once

#include <cstdint>

#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

ProblemPointer shuffled_columns(ProblemPointer base, std::int64_t seed);

}  // namespace trireme::amg
