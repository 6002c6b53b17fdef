// SPDX-License-Identifier: Apache-2.0
// Checks section linear_solver against PETSc before any work is done, so that a misspelt type is reported
// with its key and the nearest known one. Called by case/run_flow.
#pragma once

#include "fun3d/nonlinear/linear_solver_options.hpp"

namespace trireme::flow {

// Throws Error (input) when PETSc has no matrix of type matrix_type or no preconditioner of type
// subdomain_solver, when -mat_type names a matrix that is neither AIJ nor BAIJ, and when other options of
// PETSc contradict the section. The project's types must be registered. Local, the same on every rank.
void check_solver_types(const LinearSolverOptions& options);

}  // namespace trireme::flow
