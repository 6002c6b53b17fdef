// SPDX-License-Identifier: Apache-2.0
// A program that knows hypre only, for the tests of the preloaded shim: BoomerAMG alone or under PCG on a
// Laplacian with 7 or 27 points, all by key=value. Prints how it went.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/amg/hypre/lattice_system.h"

static int argc_ = 0;
static char** argv_ = NULL;

static double value_of(const char* key, double otherwise) {
  const size_t length = strlen(key);
  for (int i = 1; i < argc_; ++i)
    if (strncmp(argv_[i], key, length) == 0 && argv_[i][length] == '=') return atof(argv_[i] + length + 1);
  return otherwise;
}

static double relative_residual(LatticeSystem* s) {
  HYPRE_Real r = 0, b = 0;
  HYPRE_ParVectorCopy(s->b, s->work);
  HYPRE_ParCSRMatrixMatvec(-1, s->A, s->x, 1, s->work);
  HYPRE_ParVectorInnerProd(s->work, s->work, &r);
  HYPRE_ParVectorInnerProd(s->b, s->b, &b);
  return sqrt(r / b);
}

int main(int argc, char** argv) {
  argc_ = argc;
  argv_ = argv;
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  HYPRE_Init();
  LatticeSystem s = make_lattice_system(MPI_COMM_WORLD, (HYPRE_BigInt)value_of("n", 14),
                                        (int)value_of("points", 7), equal_shares);

  // 1. Settings, by hypre's setters.
  HYPRE_Solver amg = NULL, pcg = NULL;
  HYPRE_BoomerAMGCreate(&amg);
  if (value_of("coarsen", 0) != 0) HYPRE_BoomerAMGSetCoarsenType(amg, (HYPRE_Int)value_of("coarsen", 0));
  if (value_of("interp", -1) >= 0) HYPRE_BoomerAMGSetInterpType(amg, (HYPRE_Int)value_of("interp", 0));
  if (value_of("relax", -1) >= 0) HYPRE_BoomerAMGSetRelaxType(amg, (HYPRE_Int)value_of("relax", 0));
  if (value_of("relax_weight", 1) != 1) HYPRE_BoomerAMGSetRelaxWt(amg, value_of("relax_weight", 1));
  if (value_of("cycle", 0) != 0) HYPRE_BoomerAMGSetCycleType(amg, (HYPRE_Int)value_of("cycle", 0));
  if (value_of("sweeps", 0) != 0) HYPRE_BoomerAMGSetNumSweeps(amg, (HYPRE_Int)value_of("sweeps", 0));
  if (value_of("agg_levels", 0) != 0)
    HYPRE_BoomerAMGSetAggNumLevels(amg, (HYPRE_Int)value_of("agg_levels", 0));
  if (value_of("agg_interp", 0) != 0)
    HYPRE_BoomerAMGSetAggInterpType(amg, (HYPRE_Int)value_of("agg_interp", 0));
  if (value_of("paths", 0) != 0) HYPRE_BoomerAMGSetNumPaths(amg, (HYPRE_Int)value_of("paths", 0));
  if (value_of("functions", 0) != 0) HYPRE_BoomerAMGSetNumFunctions(amg, (HYPRE_Int)value_of("functions", 0));
  // BoomerAMG frees it. Layers of points, so that unknowns of one kind are neighbours.
  if (value_of("by_layers", 0) != 0) {
    const HYPRE_BigInt n = (HYPRE_BigInt)value_of("n", 14);
    const size_t rows = (size_t)(s.end - s.begin);
    HYPRE_Int* function_of_row = (HYPRE_Int*)calloc(rows > 0 ? rows : 1, sizeof(HYPRE_Int));
    for (HYPRE_BigInt row = s.begin; row < s.end; ++row)
      function_of_row[row - s.begin] = (HYPRE_Int)(row / (n * n) >= n / 2);
    HYPRE_BoomerAMGSetDofFunc(amg, function_of_row);
  }
  if (value_of("additive", -1) >= 0) HYPRE_BoomerAMGSetAdditive(amg, (HYPRE_Int)value_of("additive", 0));
  HYPRE_BoomerAMGSetPrintLevel(amg, (HYPRE_Int)value_of("print", 0));

  for (int set_up = 0; set_up < (int)value_of("setups", 1); ++set_up) {
    HYPRE_Int iterations = -1, code = 0;
    HYPRE_Real residual = -1;
    HYPRE_ParVectorSetConstantValues(s.x, 0);
    if (value_of("alone", 0) != 0) {
      // 2. As a solver.
      HYPRE_BoomerAMGSetTol(amg, 1e-8);
      HYPRE_BoomerAMGSetMaxIter(amg, (HYPRE_Int)value_of("max_iter", 60));
      code = HYPRE_BoomerAMGSetup(amg, s.A, s.b, s.x);
      code |= value_of("transposed", 0) != 0 ? HYPRE_BoomerAMGSolveT(amg, s.A, s.b, s.x)
                                             : HYPRE_BoomerAMGSolve(amg, s.A, s.b, s.x);
      HYPRE_BoomerAMGGetNumIterations(amg, &iterations);
      HYPRE_BoomerAMGGetFinalRelativeResidualNorm(amg, &residual);
    } else {
      // 3. As a preconditioner.
      HYPRE_BoomerAMGSetTol(amg, 0);
      HYPRE_BoomerAMGSetMaxIter(amg, 1);
      HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
      HYPRE_PCGSetTwoNorm(pcg, 1);
      HYPRE_PCGSetTol(pcg, 1e-8);
      HYPRE_PCGSetMaxIter(pcg, 60);
      HYPRE_ParCSRPCGSetPrecond(pcg, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg);
      code = HYPRE_ParCSRPCGSetup(pcg, s.A, s.b, s.x);
      code |= HYPRE_ParCSRPCGSolve(pcg, s.A, s.b, s.x);
      HYPRE_PCGGetNumIterations(pcg, &iterations);
      HYPRE_PCGGetFinalRelativeResidualNorm(pcg, &residual);
      HYPRE_ParCSRPCGDestroy(pcg);
    }
    const double truth = relative_residual(&s);
    if (rank == 0)
      printf("code %d iterations %d told %.12e true %.12e\n", (int)code, (int)iterations, residual, truth);
  }
  HYPRE_BoomerAMGDestroy(amg);
  destroy_lattice_system(&s);
  HYPRE_Finalize();
  MPI_Finalize();
  return 0;
}
