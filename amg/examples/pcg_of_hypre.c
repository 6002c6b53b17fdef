// SPDX-License-Identifier: Apache-2.0
// A hypre program in C that takes its preconditioner from Trireme: hypre's PCG on -div(grad u) = f in the
// unit square, u = 0 on the border, five-point stencil on n x n points. It knows nothing of PETSc. What would
// be HYPRE_BoomerAMG... is TriremeAMG...; for a program that must not be changed see
// libtrireme_hypre_shim.so.
//
// Sample runs:
//
// clang-format off
//   mpiexec -n 2 pcg_of_hypre
//   mpiexec -n 2 pcg_of_hypre 200 aggregation
//   mpiexec -n 2 pcg_of_hypre 100 single
// clang-format on
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "amg/hypre/trireme_amg.h"

// Ends the program where a call failed: a wrong setting, a matrix that cannot be set up.
static void check(HYPRE_Int code) {
  if (code == 0) return;
  fprintf(stderr, "%s\n", TriremeAMG_GetErrorMessage());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  // 1. Start MPI and hypre. Threads: OMP_NUM_THREADS.
  int rank, size, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  HYPRE_Init();
  const HYPRE_BigInt n = argc > 1 ? atoi(argv[1]) : 60, rows = n * n;
  const HYPRE_BigInt begin = rows * rank / size, end = rows * (rank + 1) / size;
  const double h = 1 / (double)(n + 1);

  // 2. Matrix and vectors, as hypre's users make them. u = x (1 - x) y (1 - y) solves the discrete equations
  // too.
  HYPRE_IJMatrix ij_A;
  HYPRE_IJVector ij_b, ij_x;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, begin, end - 1, begin, end - 1, &ij_A);
  HYPRE_IJMatrixSetObjectType(ij_A, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(ij_A);
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, begin, end - 1, &ij_b);
  HYPRE_IJVectorSetObjectType(ij_b, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(ij_b);
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, begin, end - 1, &ij_x);
  HYPRE_IJVectorSetObjectType(ij_x, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(ij_x);
  for (HYPRE_BigInt row = begin; row < end; ++row) {
    const HYPRE_BigInt i = row % n, j = row / n;
    HYPRE_BigInt columns[5];
    double values[5];
    HYPRE_Int count = 0;
    columns[count] = row, values[count++] = 4;
    if (j > 0) columns[count] = row - n, values[count++] = -1;
    if (i > 0) columns[count] = row - 1, values[count++] = -1;
    if (i < n - 1) columns[count] = row + 1, values[count++] = -1;
    if (j < n - 1) columns[count] = row + n, values[count++] = -1;
    HYPRE_IJMatrixSetValues(ij_A, 1, &count, &row, columns, values);
    const double x = h * (double)(i + 1), y = h * (double)(j + 1);
    const double f = 2 * h * h * (x * (1 - x) + y * (1 - y));
    HYPRE_IJVectorSetValues(ij_b, 1, &row, &f);
  }
  HYPRE_IJMatrixAssemble(ij_A);
  HYPRE_IJVectorAssemble(ij_b);
  HYPRE_IJVectorAssemble(ij_x);
  void *A, *b, *x;
  HYPRE_IJMatrixGetObject(ij_A, &A);
  HYPRE_IJVectorGetObject(ij_b, &b);
  HYPRE_IJVectorGetObject(ij_x, &x);
  HYPRE_ParVectorSetConstantValues((HYPRE_ParVector)x, 0);

  // 3. The preconditioner. Defaults are those of a preconditioner: one cycle, no tolerance.
  HYPRE_Solver amg;
  check(TriremeAMG_Create(&amg));
  check(TriremeAMG_SetPrintLevel(amg, 1));
  if (argc > 2 && strcmp(argv[2], "aggregation") == 0)
    check(TriremeAMG_SetFamily(amg, TRIREME_AMG_AGGREGATION));
  if (argc > 2 && strcmp(argv[2], "single") == 0) check(TriremeAMG_SetPrecision(amg, TRIREME_AMG_SINGLE));

  // 4. hypre's PCG with it. PCG ignores what a preconditioner's set-up returns, so that is asked for after.
  HYPRE_Solver pcg;
  HYPRE_Int iterations;
  double residual;
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
  HYPRE_PCGSetTwoNorm(pcg, 1);
  HYPRE_PCGSetTol(pcg, 1e-10);
  HYPRE_PCGSetMaxIter(pcg, 100);
  HYPRE_ParCSRPCGSetPrecond(pcg, TriremeAMG_Solve, TriremeAMG_Setup, amg);
  HYPRE_ParCSRPCGSetup(pcg, (HYPRE_ParCSRMatrix)A, (HYPRE_ParVector)b, (HYPRE_ParVector)x);
  check(HYPRE_GetError());
  HYPRE_ParCSRPCGSolve(pcg, (HYPRE_ParCSRMatrix)A, (HYPRE_ParVector)b, (HYPRE_ParVector)x);
  HYPRE_PCGGetNumIterations(pcg, &iterations);
  HYPRE_PCGGetFinalRelativeResidualNorm(pcg, &residual);

  // 5. Say how it ended, and how far from the exact solution.
  double error = 0;
  for (HYPRE_BigInt row = begin; row < end; ++row) {
    const double at_x = h * (double)(row % n + 1), at_y = h * (double)(row / n + 1);
    double value;
    HYPRE_IJVectorGetValues(ij_x, 1, &row, &value);
    error = fmax(error, fabs(value - at_x * (1 - at_x) * at_y * (1 - at_y)));
  }
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%s after %d iterations, error %.2e\n", residual <= 1e-10 ? "converged" : "did not converge",
           (int)iterations, error);

  // 6. Clean up.
  HYPRE_ParCSRPCGDestroy(pcg);
  TriremeAMG_Destroy(amg);
  HYPRE_IJVectorDestroy(ij_x);
  HYPRE_IJVectorDestroy(ij_b);
  HYPRE_IJMatrixDestroy(ij_A);
  HYPRE_Finalize();
  MPI_Finalize();
  return residual <= 1e-10 ? 0 : 1;
}
