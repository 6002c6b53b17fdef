// SPDX-License-Identifier: Apache-2.0
// A program outside the project that uses an installed Trireme: it solves a Laplacian with PETSc's GMRES on
// Trireme's matrix, vector and preconditioner types, and checks the answer. Built by the CMake and by the
// pkg-config test.
#include <cmath>
#include <cstdio>

#include <petscksp.h>

#include "solvers/base/error.hpp"
#include "solvers/base/version.hpp"
#include "solvers/petsc/registration.hpp"

namespace {

PetscErrorCode solve_laplacian(PetscReal* error) {
  constexpr PetscInt n = 500;
  Mat matrix;
  PetscCall(MatCreate(PETSC_COMM_WORLD, &matrix));
  PetscCall(MatSetSizes(matrix, PETSC_DECIDE, PETSC_DECIDE, n, n));
  PetscCall(MatSetType(matrix, "aijomp"));
  PetscCall(MatSetUp(matrix));
  PetscInt begin, end;
  PetscCall(MatGetOwnershipRange(matrix, &begin, &end));
  for (PetscInt row = begin; row < end; ++row) {
    if (row > 0) PetscCall(MatSetValue(matrix, row, row - 1, -1.0, INSERT_VALUES));
    if (row + 1 < n) PetscCall(MatSetValue(matrix, row, row + 1, -1.0, INSERT_VALUES));
    PetscCall(MatSetValue(matrix, row, row, 2.5, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));

  Vec expected, right_side, solution;
  PetscCall(MatCreateVecs(matrix, &expected, &right_side));
  PetscCall(VecDuplicate(expected, &solution));
  PetscCall(VecSet(expected, 3.0));
  PetscCall(MatMult(matrix, expected, right_side));

  KSP solver;
  PC preconditioner;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
  PetscCall(KSPSetOperators(solver, matrix, matrix));
  PetscCall(KSPSetTolerances(solver, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPGetPC(solver, &preconditioner));
  PetscCall(PCSetType(preconditioner, PCBJACOBI));
  PetscCall(PetscOptionsSetValue(nullptr, "-sub_pc_type", "iluomp"));
  PetscCall(KSPSetFromOptions(solver));
  PetscCall(KSPSolve(solver, right_side, solution));
  PetscCall(VecAXPY(solution, -1.0, expected));
  PetscCall(VecNorm(solution, NORM_INFINITY, error));

  PetscCall(KSPDestroy(&solver));
  PetscCall(VecDestroy(&expected));
  PetscCall(VecDestroy(&right_side));
  PetscCall(VecDestroy(&solution));
  PetscCall(MatDestroy(&matrix));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (PetscInitialize(&argc, &argv, nullptr, nullptr)) return 1;
  PetscReal error = 1.0;
  const bool failed = PetscDLLibraryRegister_trireme_solvers() || solve_laplacian(&error) || !(error < 1e-8);
  const trireme::Error refused(trireme::ErrorKind::input, "nothing to solve");
  PetscPrintf(PETSC_COMM_WORLD, "Trireme %s: %s, largest error %.1e\n", trireme::version,
              failed ? "wrong" : "right", static_cast<double>(error));
  PetscFinalize();
  return failed || refused.exit_code() != 2;
}
