// SPDX-License-Identifier: Apache-2.0
// An ordinary PETSc program that knows nothing of Trireme: -div(grad u) = f in the unit cube with u = 0 on
// the border, on the points of a DMDA. Options alone give it the multigrid, from a library that PETSc loads.
//
// Compile without the project: mpicc poisson_with_multigrid.c $(pkg-config --cflags --libs PETSc) -lm
//
// Sample runs (libtrireme_amg.so: write its full path; OMP_NUM_THREADS sets the threads of a rank):
//
// clang-format off
//   mpiexec -n 2 poisson_with_multigrid -ksp_type cg -pc_type gamg -ksp_view
//   mpiexec -n 2 poisson_with_multigrid -dll_append libtrireme_amg.so -ksp_type cg -pc_type trireme -ksp_view
//   PETSC_OPTIONS="-dll_append libtrireme_amg.so -dm_vec_type omp -dm_mat_type aijomp" mpiexec -n 2 poisson_with_multigrid -ksp_type cg -pc_type trireme -pc_trireme_precision single -ksp_view
//   mpiexec -n 2 poisson_with_multigrid -dll_append libtrireme_amg.so -da_refine 2 -ksp_type cg -pc_type trireme -pc_trireme_type aggregation -ksp_view
//   mpiexec -n 2 poisson_with_multigrid -dll_append libtrireme_amg.so -ksp_type fgmres -pc_type trireme -pc_trireme_cycle_type K -ksp_view
// clang-format on
#include <petscdm.h>
#include <petscdmda.h>
#include <petscksp.h>

// The border is at index -1 and n; f is that of u = x (1 - x) y (1 - y) z (1 - z), which solves the discrete
// equations too, since the stencil is exact for polynomials of degree two.
static PetscReal bump(PetscInt i, PetscInt n) {
  const PetscReal x = (PetscReal)(i + 1) / (PetscReal)(n + 1);
  return x * (1 - x);
}

static PetscErrorCode fill(DM dm, Mat A, Vec b, Vec exact) {
  DMDALocalInfo info;
  PetscScalar ***rhs, ***u;
  PetscFunctionBeginUser;
  PetscCall(DMDAGetLocalInfo(dm, &info));
  PetscCall(DMDAVecGetArray(dm, b, &rhs));
  PetscCall(DMDAVecGetArray(dm, exact, &u));
  const PetscInt n = info.mx;
  const PetscReal h = 1 / (PetscReal)(n + 1);
  for (PetscInt k = info.zs; k < info.zs + info.zm; ++k)
    for (PetscInt j = info.ys; j < info.ys + info.ym; ++j)
      for (PetscInt i = info.xs; i < info.xs + info.xm; ++i) {
        const PetscReal x = bump(i, n), y = bump(j, n), z = bump(k, n);
        u[k][j][i] = x * y * z;
        rhs[k][j][i] = 2 * h * h * (x * y + y * z + z * x);
        const int step[6][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
        const MatStencil row = {.i = i, .j = j, .k = k, .c = 0};
        MatStencil columns[7];
        PetscScalar values[7];
        PetscInt count = 0;
        columns[count] = row;
        values[count++] = 6;
        for (int s = 0; s < 6; ++s) {
          const MatStencil to = {.i = i + step[s][0], .j = j + step[s][1], .k = k + step[s][2], .c = 0};
          if (to.i < 0 || to.i >= n || to.j < 0 || to.j >= n || to.k < 0 || to.k >= n) continue;
          columns[count] = to;
          values[count++] = -1;
        }
        PetscCall(MatSetValuesStencil(A, 1, &row, count, columns, values, INSERT_VALUES));
      }
  PetscCall(DMDAVecRestoreArray(dm, exact, &u));
  PetscCall(DMDAVecRestoreArray(dm, b, &rhs));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatSetOption(A, MAT_SPD, PETSC_TRUE));
  PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
  // 1. Start PETSc. -dll_append takes effect here.
  PetscCall(PetscInitialize(&argc, &argv, NULL, "Poisson's equation in a cube.\n"));

  // 2. The points, and with them matrix and vectors, of the types that -dm_mat_type and -dm_vec_type name.
  DM dm;
  Mat A;
  Vec solution, exact, b;
  PetscCall(DMDACreate3d(PETSC_COMM_WORLD, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE,
                         DMDA_STENCIL_STAR, 15, 15, 15, PETSC_DECIDE, PETSC_DECIDE, PETSC_DECIDE, 1, 1, NULL,
                         NULL, NULL, &dm));
  PetscCall(DMSetFromOptions(dm));
  PetscCall(DMSetUp(dm));
  PetscCall(DMCreateMatrix(dm, &A));
  PetscCall(DMCreateGlobalVector(dm, &solution));
  PetscCall(VecDuplicate(solution, &exact));
  PetscCall(VecDuplicate(solution, &b));
  PetscCall(fill(dm, A, b, exact));

  // 3. Solve, as -ksp_type, -pc_type and their like say.
  KSP ksp;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, b, solution));

  // 4. Say how it ended.
  KSPConvergedReason reason;
  PetscInt iterations;
  PetscReal error;
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(VecAXPY(solution, -1, exact));
  PetscCall(VecNorm(solution, NORM_INFINITY, &error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %" PetscInt_FMT " iterations, error %.2e\n",
                        KSPConvergedReasons[reason], iterations, (double)error));

  // 5. Clean up.
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&exact));
  PetscCall(VecDestroy(&solution));
  PetscCall(MatDestroy(&A));
  PetscCall(DMDestroy(&dm));
  PetscCall(PetscFinalize());
  return reason > 0 ? 0 : 1;
}
