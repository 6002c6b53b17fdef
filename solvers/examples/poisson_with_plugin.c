// SPDX-License-Identifier: Apache-2.0
// An ordinary PETSc program that knows nothing of Trireme: it solves -div(grad u) = f on the unit square with
// u = 0 on the border, by the five-point stencil on n x n inner points. Options alone give it threaded
// vectors, matrices and preconditioners, from a library that PETSc loads when it starts.
//
// Compile without the project: mpicc poisson_with_plugin.c $(pkg-config --cflags --libs PETSc) -lm
//
// Sample runs (libtrireme_solvers.so: write its full path; OMP_NUM_THREADS sets the threads of a rank):
//
// clang-format off
//   mpiexec -n 2 poisson_with_plugin -ksp_view
//   mpiexec -n 2 poisson_with_plugin -dll_append libtrireme_solvers.so -vec_type omp -mat_type aijomp -ksp_view
//   PETSC_OPTIONS="-dll_append libtrireme_solvers.so -vec_type omp -mat_type aijomp" mpiexec -n 2 poisson_with_plugin -pc_type bjacobi -sub_pc_type iluomp -ksp_view
//   PETSC_OPTIONS="-dll_append libtrireme_solvers.so -vec_type omp -mat_type aijomp" mpiexec -n 2 poisson_with_plugin -n 100 -ksp_type cg -pc_type bjacobi -sub_pc_type iluomp -sub_pc_iluomp_levels 2 -sub_pc_iluomp_precision single -ksp_view
//   PETSC_OPTIONS="-dll_append libtrireme_solvers.so -vec_type omp -mat_type baijomp" mpiexec -n 2 poisson_with_plugin -pc_type asm -sub_pc_type iluomp -sub_pc_iluomp_schedule levels -ksp_view
//   PETSC_OPTIONS="-dll_append libtrireme_solvers.so -vec_type omp -mat_type aijomp" mpiexec -n 2 poisson_with_plugin -n 150 -ksp_type cg -pc_type gamg -ksp_view
// clang-format on
#include <petscksp.h>

int main(int argc, char** argv) {
  // 1. Start PETSc. -dll_append takes effect here: the library registers its types.
  PetscCall(PetscInitialize(&argc, &argv, NULL, "Poisson's equation on a square.\n"));
  PetscInt n = 50;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &n, NULL));
  const PetscReal h = 1.0 / (PetscReal)(n + 1);

  // 2. The matrix, of the type that -mat_type names.
  Mat A;
  PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
  PetscCall(MatSetSizes(A, PETSC_DECIDE, PETSC_DECIDE, n * n, n * n));
  PetscCall(MatSetFromOptions(A));
  PetscCall(MatSeqAIJSetPreallocation(A, 5, NULL));
  PetscCall(MatMPIAIJSetPreallocation(A, 5, NULL, 5, NULL));
  PetscCall(MatSetUp(A));
  PetscInt begin, end;
  PetscCall(MatGetOwnershipRange(A, &begin, &end));
  for (PetscInt row = begin; row < end; ++row) {
    const PetscInt i = row % n, j = row / n;
    PetscInt columns[5], count = 0;
    PetscScalar values[5];
    if (j > 0) columns[count] = row - n, values[count++] = -1;
    if (i > 0) columns[count] = row - 1, values[count++] = -1;
    columns[count] = row, values[count++] = 4;
    if (i < n - 1) columns[count] = row + 1, values[count++] = -1;
    if (j < n - 1) columns[count] = row + n, values[count++] = -1;
    PetscCall(MatSetValues(A, 1, &row, count, columns, values, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));

  // 3. Vectors, of the type that -vec_type names. u = x (1 - x) y (1 - y) solves the discrete equations too,
  //    since the stencil is exact for polynomials of degree two in x and in y.
  Vec solution, exact, b;
  PetscCall(VecCreate(PETSC_COMM_WORLD, &solution));
  PetscCall(VecSetSizes(solution, PETSC_DECIDE, n * n));
  PetscCall(VecSetFromOptions(solution));
  PetscCall(VecDuplicate(solution, &exact));
  PetscCall(VecDuplicate(solution, &b));
  for (PetscInt row = begin; row < end; ++row) {
    const PetscReal x = h * (PetscReal)(row % n + 1), y = h * (PetscReal)(row / n + 1);
    PetscCall(VecSetValue(exact, row, x * (1 - x) * y * (1 - y), INSERT_VALUES));
    PetscCall(VecSetValue(b, row, h * h * 2 * (x * (1 - x) + y * (1 - y)), INSERT_VALUES));
  }
  PetscCall(VecAssemblyBegin(exact));
  PetscCall(VecAssemblyEnd(exact));
  PetscCall(VecAssemblyBegin(b));
  PetscCall(VecAssemblyEnd(b));

  // 4. Solve, as -ksp_type, -pc_type and their like say.
  KSP ksp;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, b, solution));

  // 5. Say what was used, and how far from the exact solution it ended.
  KSPConvergedReason reason;
  PetscInt iterations;
  PetscReal error;
  VecType vec_type;
  MatType mat_type;
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(VecGetType(solution, &vec_type));
  PetscCall(MatGetType(A, &mat_type));
  PetscCall(VecAXPY(solution, -1, exact));
  PetscCall(VecNorm(solution, NORM_INFINITY, &error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "vector type: %s, matrix type: %s\n", vec_type, mat_type));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %" PetscInt_FMT " iterations, error %.2e\n",
                        KSPConvergedReasons[reason], iterations, (double)error));

  // 6. Clean up.
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&exact));
  PetscCall(VecDestroy(&solution));
  PetscCall(MatDestroy(&A));
  PetscCall(PetscFinalize());
  return reason > 0 ? 0 : 1;
}
