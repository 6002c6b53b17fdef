// SPDX-License-Identifier: Apache-2.0
// An ordinary PETSc program with a matrix whose values change in every step: heat conduction on the unit
// square, du/dt = div(k(t) grad u) + f with k(t) = 1 + t / 2 and u = 0 on the border, by implicit Euler
// steps. KSPSetOperators tells the preconditioner of the new values, KSPSolve sets it up again: for `trireme`
// that costs less where the pattern of the matrix stays. -ksp_reuse_preconditioner keeps the first one
// throughout.
//
// Sample runs (libtrireme_amg.so: write its full path):
//
// clang-format off
//   mpiexec -n 2 heat_in_time_steps -dll_append libtrireme_amg.so -ksp_type cg -pc_type trireme -ksp_view
//   mpiexec -n 2 heat_in_time_steps -dll_append libtrireme_amg.so -steps 3 -ksp_type cg -pc_type trireme -ksp_reuse_preconditioner -ksp_view
//   mpiexec -n 2 heat_in_time_steps -n 70 -steps 5 -ksp_type cg -pc_type gamg -ksp_view
// clang-format on
#include <petscksp.h>

// M / dt + k K for the five-point stencil K, scaled by h^2, in the pattern of the first step.
static PetscErrorCode assemble(Mat A, PetscInt n, PetscReal h2_over_dt, PetscReal conductivity) {
  PetscInt begin, end;
  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &begin, &end));
  for (PetscInt row = begin; row < end; ++row) {
    const PetscInt i = row % n, j = row / n;
    PetscInt columns[5], count = 0;
    PetscScalar values[5];
    columns[count] = row, values[count++] = h2_over_dt + 4 * conductivity;
    if (j > 0) columns[count] = row - n, values[count++] = -conductivity;
    if (i > 0) columns[count] = row - 1, values[count++] = -conductivity;
    if (i < n - 1) columns[count] = row + 1, values[count++] = -conductivity;
    if (j < n - 1) columns[count] = row + n, values[count++] = -conductivity;
    PetscCall(MatSetValues(A, 1, &row, count, columns, values, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
  // 1. Start PETSc. -dll_append takes effect here.
  PetscCall(PetscInitialize(&argc, &argv, NULL, "Heat conduction in time steps.\n"));
  PetscInt n = 50, steps = 10;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &n, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-steps", &steps, NULL));
  const PetscReal h = 1 / (PetscReal)(n + 1), dt = 1 / (PetscReal)steps, h2_over_dt = h * h / dt;

  // 2. Matrix, vectors and solver, made once.
  Mat A;
  Vec u, b, shape, source;
  KSP ksp;
  PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
  PetscCall(MatSetSizes(A, PETSC_DECIDE, PETSC_DECIDE, n * n, n * n));
  PetscCall(MatSetFromOptions(A));
  PetscCall(MatSeqAIJSetPreallocation(A, 5, NULL));
  PetscCall(MatMPIAIJSetPreallocation(A, 5, NULL, 5, NULL));
  PetscCall(MatSetOption(A, MAT_SPD, PETSC_TRUE));
  PetscCall(MatCreateVecs(A, &u, &b));
  PetscCall(VecDuplicate(u, &shape));
  PetscCall(VecDuplicate(u, &source));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetTolerances(ksp, 1e-11, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));

  // 3. u = (1 + t) s with s = x (1 - x) y (1 - y) is exact in the discrete equations too; -div(grad s) =
  //    2 (x (1 - x) + y (1 - y)).
  PetscInt begin, end;
  PetscCall(VecGetOwnershipRange(u, &begin, &end));
  for (PetscInt row = begin; row < end; ++row) {
    const PetscReal x = h * (PetscReal)(row % n + 1), y = h * (PetscReal)(row / n + 1);
    PetscCall(VecSetValue(shape, row, x * (1 - x) * y * (1 - y), INSERT_VALUES));
    PetscCall(VecSetValue(source, row, 2 * (x * (1 - x) + y * (1 - y)), INSERT_VALUES));
  }
  PetscCall(VecAssemblyBegin(shape));
  PetscCall(VecAssemblyEnd(shape));
  PetscCall(VecAssemblyBegin(source));
  PetscCall(VecAssemblyEnd(source));
  PetscCall(VecCopy(shape, u));

  // 4. Each step: new values in the old pattern, then a solve from the last step's u.
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  PetscInt all_iterations = 0;
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  for (PetscInt step = 1; step <= steps && reason >= 0; ++step) {
    const PetscReal t = dt * (PetscReal)step, conductivity = 1 + t / 2;
    PetscInt iterations;
    PetscCall(assemble(A, n, h2_over_dt, conductivity));
    PetscCall(VecAXPBYPCZ(b, h2_over_dt, h * h, 0, u, shape));  // u / dt + the part of f that is du/dt
    PetscCall(VecAXPY(b, h * h * conductivity * (1 + t), source));
    PetscCall(KSPSetOperators(ksp, A, A));
    PetscCall(KSPSolve(ksp, b, u));
    PetscCall(KSPGetConvergedReason(ksp, &reason));
    PetscCall(KSPGetIterationNumber(ksp, &iterations));
    all_iterations += iterations;
  }

  // 5. Say how it ended: u at t = 1 is 2 s.
  PetscReal error;
  PetscCall(VecAXPY(u, -2, shape));
  PetscCall(VecNorm(u, NORM_INFINITY, &error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %" PetscInt_FMT " iterations, error %.2e\n",
                        KSPConvergedReasons[reason], all_iterations, (double)error));

  // 6. Clean up.
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&source));
  PetscCall(VecDestroy(&shape));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&u));
  PetscCall(MatDestroy(&A));
  PetscCall(PetscFinalize());
  return reason > 0 ? 0 : 1;
}
