// SPDX-License-Identifier: Apache-2.0
// How exactly a Newton step is solved: Eisenstat and Walker's second choice (SIAM J. Sci. Comput. 17, 1996,
// doi 10.1137/0917003) with gamma 0.9 and exponent 2, eta_n = 0.9 (|R_n| / |R_n-1|)^2, safeguarded by
// 0.9 eta_n-1^2 where that is above 0.1, between the tolerances of the options. PETSc's own needs several
// Newton iterations in one solve; here each is a solve of its own. Called by nonlinear/pseudo_transient.
#pragma once

#include "fun3d/nonlinear/linear_solver_options.hpp"

namespace trireme::flow {

// What is known of the step before.
struct ForcingMemory {
  double norm = -1;  // |R| it started with; negative: there was none
  double tolerance = 0;
};

// The tolerance of a step that starts with |R| = norm; the first has the largest. Local.
double next_tolerance(const LinearSolverOptions& options, ForcingMemory& memory, double norm);

}  // namespace trireme::flow
