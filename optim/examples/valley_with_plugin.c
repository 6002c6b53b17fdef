// SPDX-License-Identifier: Apache-2.0
// An ordinary TAO program that knows nothing of Trireme: the bottom of many curved valleys (Rosenbrock's
// function, a valley for each pair of unknowns), with gradient and Hessian. Options alone give it this
// project's optimizers, from a library that PETSc loads.
//
// Compile without the project: mpicc valley_with_plugin.c $(pkg-config --cflags --libs PETSc) -lm
//
// Sample runs (libtrireme_optim.so: write its full path):
//
// clang-format off
//   mpiexec -n 2 valley_with_plugin -tao_type nls -tao_view
//   mpiexec -n 2 valley_with_plugin -dll_append libtrireme_optim.so -tao_type dance -tao_view
//   PETSC_OPTIONS="-dll_append libtrireme_optim.so" mpiexec -n 2 valley_with_plugin -valleys 50 -tao_type pblbfgs -tao_view
// clang-format on
#include <petsctao.h>

// 1. The sum of 100 (b - a^2)^2 + (1 - a)^2 over pairs (a, b), and its gradient. Pairs do not cross ranks.
static PetscErrorCode evaluate(Tao tao, Vec x, PetscReal* f, Vec g, void* context) {
  const PetscScalar* at;
  PetscScalar* gradient;
  PetscInt n;
  PetscReal here = 0;
  PetscFunctionBeginUser;
  (void)tao;
  (void)context;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &at));
  PetscCall(VecGetArray(g, &gradient));
  for (PetscInt i = 0; i < n; i += 2) {
    const PetscReal a = at[i], across = at[i + 1] - a * a, along = 1 - a;
    here += 100 * across * across + along * along;
    gradient[i] = -400 * a * across - 2 * along;
    gradient[i + 1] = 200 * across;
  }
  PetscCall(VecRestoreArrayRead(x, &at));
  PetscCall(VecRestoreArray(g, &gradient));
  PetscCallMPI(MPI_Allreduce(&here, f, 1, MPIU_REAL, MPIU_SUM, PetscObjectComm((PetscObject)x)));
  PetscFunctionReturn(0);
}

// 2. The Hessian: a block of two by two for every pair.
static PetscErrorCode hessian(Tao tao, Vec x, Mat H, Mat P, void* context) {
  const PetscScalar* at;
  PetscInt begin, end;
  PetscFunctionBeginUser;
  (void)tao;
  (void)H;
  (void)context;
  PetscCall(VecGetOwnershipRange(x, &begin, &end));
  PetscCall(VecGetArrayRead(x, &at));
  for (PetscInt row = begin; row < end; row += 2) {
    const PetscReal a = at[row - begin], b = at[row - begin + 1];
    const PetscInt pair[] = {row, row + 1};
    const PetscScalar block[] = {1200 * a * a - 400 * b + 2, -400 * a, -400 * a, 200};
    PetscCall(MatSetValues(P, 2, pair, 2, pair, block, INSERT_VALUES));
  }
  PetscCall(VecRestoreArrayRead(x, &at));
  PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
  Tao tao;
  Vec x;
  Mat H;
  PetscInt valleys = 200, iterations;
  PetscMPIInt rank, size;
  PetscReal error, start;
  TaoConvergedReason reason;
  PetscCall(PetscInitialize(&argc, &argv, NULL, "The bottom of many curved valleys.\n"));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-valleys", &valleys, NULL));
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));

  // 3. Whole pairs on every rank, all at the usual start (-1.2, 1).
  const PetscInt n = 2 * (valleys / size + (rank < valleys % size ? 1 : 0));
  PetscCall(VecCreateMPI(PETSC_COMM_WORLD, n, PETSC_DETERMINE, &x));
  PetscCall(VecSetBlockSize(x, 2));
  PetscCall(VecSet(x, 1));
  PetscCall(VecStrideSet(x, 0, -1.2));
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, n, n, PETSC_DETERMINE, PETSC_DETERMINE, 2, NULL, 0, NULL, &H));

  // 4. Options choose the optimizer.
  PetscCall(TaoCreate(PETSC_COMM_WORLD, &tao));
  PetscCall(TaoSetSolution(tao, x));
  PetscCall(TaoSetObjectiveAndGradient(tao, NULL, evaluate, NULL));
  PetscCall(TaoSetHessian(tao, H, H, hessian, NULL));
  PetscCall(TaoSetTolerances(tao, 1e-8, 0, 0));
  PetscCall(TaoSetFromOptions(tao));
  PetscCall(TaoComputeObjective(tao, x, &start));
  PetscCall(
      PetscPrintf(PETSC_COMM_WORLD, "objective %.1f a valley at the start\n", (double)(start / valleys)));
  PetscCall(TaoSolve(tao));

  // 5. The bottoms are at (1, 1).
  PetscCall(TaoGetConvergedReason(tao, &reason));
  PetscCall(TaoGetIterationNumber(tao, &iterations));
  PetscCall(VecShift(x, -1));
  PetscCall(VecNorm(x, NORM_INFINITY, &error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %d iterations, error %.2e\n", TaoConvergedReasons[reason],
                        (int)iterations, (double)error));
  PetscCall(TaoDestroy(&tao));
  PetscCall(MatDestroy(&H));
  PetscCall(VecDestroy(&x));
  PetscCall(PetscFinalize());
  return reason > 0 ? 0 : 1;
}
