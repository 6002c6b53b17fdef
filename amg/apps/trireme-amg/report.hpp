// SPDX-License-Identifier: Apache-2.0
// Prints what a solve left, and puts it into the run record.
#pragma once

#include "amg/apps/trireme-amg/solve_result.hpp"
#include "solvers/program/context.hpp"

namespace trireme::amg {

// Figures of merit by the AMG2023 benchmark's definitions of October 2023: nnz_AP, the nonzeros of all
// matrices and interpolations, per second of set-up and solve (problem 1), or of set-up and three solves
// (problem 2).
void report_result(program::Context& context, const SolveResult& result);

}  // namespace trireme::amg
