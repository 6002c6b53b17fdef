// SPDX-License-Identifier: Apache-2.0
// The solvers behind solver.kind. All collective.
#pragma once

#include "amg/apps/trireme-amg/linear_system.hpp"
#include "amg/apps/trireme-amg/solve_result.hpp"

namespace trireme::amg {

// PETSc's Krylov methods with a PETSc preconditioner: trireme, gamg, hypre:petsc. Frees system.rows once the
// matrix is assembled.
SolveResult solve_with_petsc(program::Context& context, const SolverOptions& options, LinearSystem& system);

// hypre alone: its Krylov method around its BoomerAMG. Throws Error (input) in a build without hypre.
SolveResult solve_with_hypre(program::Context& context, const SolverOptions& options, LinearSystem& system);

// The Krylov method that is meant.
KrylovMethod chosen_krylov(const SolverOptions& options, const LinearSystem& system);

}  // namespace trireme::amg
