// SPDX-License-Identifier: Apache-2.0
// The door to hypre, used as C programs use it: PETSc is never initialized. Without arguments it checks
// solutions, settings and errors, and returns 1 if any check fails on any rank. `iterations POINTS N` prints
// how many iterations hypre's PCG takes for b = 1, for comparison with PETSc's.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "amg/hypre/trireme_amg.h"
#include "tests/amg/hypre/lattice_system.h"

static int failures = 0;
static int this_rank = 0, n_ranks = 1;

static void expect(int holds, const char* what, int line) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "[rank %d] line %d: %s does not hold; last message: %s\n", this_rank, line, what,
          TriremeAMG_GetErrorMessage());
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

// The call fails with this code, its message holds the text, and hypre's own flag tells too.
static void expect_error(HYPRE_Int code, HYPRE_Int expected, const char* text, int line) {
  expect(code == expected, "the code expected", line);
  expect((HYPRE_GetError() & expected) == expected, "hypre's flag", line);
  if (strstr(TriremeAMG_GetErrorMessage(), text) == NULL) {
    ++failures;
    fprintf(stderr, "[rank %d] line %d: the message does not say '%s': %s\n", this_rank, line, text,
            TriremeAMG_GetErrorMessage());
  }
  HYPRE_ClearAllErrors();
}
#define EXPECT_ERROR(call, expected, text) expect_error(call, expected, text, __LINE__)
#define ARGUMENT(i) (HYPRE_ERROR_ARG | (i) << 3)

static double norm(HYPRE_ParVector vector) {
  HYPRE_Real square = 0;
  HYPRE_ParVectorInnerProd(vector, vector, &square);
  return sqrt(square);
}

static double relative_residual(LatticeSystem* s) {
  HYPRE_ParVectorCopy(s->b, s->work);
  HYPRE_ParCSRMatrixMatvec(-1, s->A, s->x, 1, s->work);
  return norm(s->work) / norm(s->b);
}

static double relative_error(LatticeSystem* s) {
  double sums[2] = {0, 0};
  for (HYPRE_BigInt row = s->begin; row < s->end; ++row) {
    double x = 0, exact = 0;
    HYPRE_IJVectorGetValues(s->ij_x, 1, &row, &x);
    HYPRE_IJVectorGetValues(s->ij_exact, 1, &row, &exact);
    sums[0] += (x - exact) * (x - exact);
    sums[1] += exact * exact;
  }
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sqrt(sums[0] / sums[1]);
}

enum Krylov { pcg, gmres, flex_gmres, bicgstab };

// The iterations, after x = 0.
static int solve(enum Krylov method, LatticeSystem* s, HYPRE_Solver amg, double tolerance) {
  HYPRE_Solver krylov = NULL;
  HYPRE_Int iterations = 0;
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  switch (method) {
    case pcg:
      HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &krylov);
      HYPRE_PCGSetTwoNorm(krylov, 1);
      HYPRE_PCGSetTol(krylov, tolerance);
      HYPRE_PCGSetMaxIter(krylov, 100);
      HYPRE_ParCSRPCGSetPrecond(krylov, TriremeAMG_Solve, TriremeAMG_Setup, amg);
      HYPRE_ParCSRPCGSetup(krylov, s->A, s->b, s->x);
      HYPRE_ParCSRPCGSolve(krylov, s->A, s->b, s->x);
      HYPRE_PCGGetNumIterations(krylov, &iterations);
      HYPRE_ParCSRPCGDestroy(krylov);
      break;
    case gmres:
      HYPRE_ParCSRGMRESCreate(MPI_COMM_WORLD, &krylov);
      HYPRE_GMRESSetTol(krylov, tolerance);
      HYPRE_GMRESSetMaxIter(krylov, 100);
      HYPRE_ParCSRGMRESSetPrecond(krylov, TriremeAMG_Solve, TriremeAMG_Setup, amg);
      HYPRE_ParCSRGMRESSetup(krylov, s->A, s->b, s->x);
      HYPRE_ParCSRGMRESSolve(krylov, s->A, s->b, s->x);
      HYPRE_GMRESGetNumIterations(krylov, &iterations);
      HYPRE_ParCSRGMRESDestroy(krylov);
      break;
    case flex_gmres:
      HYPRE_ParCSRFlexGMRESCreate(MPI_COMM_WORLD, &krylov);
      HYPRE_FlexGMRESSetTol(krylov, tolerance);
      HYPRE_FlexGMRESSetMaxIter(krylov, 100);
      HYPRE_ParCSRFlexGMRESSetPrecond(krylov, TriremeAMG_Solve, TriremeAMG_Setup, amg);
      HYPRE_ParCSRFlexGMRESSetup(krylov, s->A, s->b, s->x);
      HYPRE_ParCSRFlexGMRESSolve(krylov, s->A, s->b, s->x);
      HYPRE_FlexGMRESGetNumIterations(krylov, &iterations);
      HYPRE_ParCSRFlexGMRESDestroy(krylov);
      break;
    case bicgstab:
      HYPRE_ParCSRBiCGSTABCreate(MPI_COMM_WORLD, &krylov);
      HYPRE_BiCGSTABSetTol(krylov, tolerance);
      HYPRE_BiCGSTABSetMaxIter(krylov, 100);
      HYPRE_ParCSRBiCGSTABSetPrecond(krylov, TriremeAMG_Solve, TriremeAMG_Setup, amg);
      HYPRE_ParCSRBiCGSTABSetup(krylov, s->A, s->b, s->x);
      HYPRE_ParCSRBiCGSTABSolve(krylov, s->A, s->b, s->x);
      HYPRE_BiCGSTABGetNumIterations(krylov, &iterations);
      HYPRE_ParCSRBiCGSTABDestroy(krylov);
      break;
  }
  return (int)iterations;
}

static void check_preconditioning(LatticeSystem* s) {
  for (enum Krylov method = pcg; method <= bicgstab; ++method)
    for (int single = 0; single <= 1; ++single) {
      HYPRE_Solver amg = NULL;
      EXPECT(TriremeAMG_Create(&amg) == 0);
      EXPECT(TriremeAMG_SetPrecision(amg, single ? TRIREME_AMG_SINGLE : TRIREME_AMG_DOUBLE) == 0);
      const int iterations = solve(method, s, amg, 1e-10);
      EXPECT(iterations > 2 && iterations < 25);
      EXPECT(relative_residual(s) < 1.1e-10);
      EXPECT(relative_error(s) < 1e-8);
      EXPECT(TriremeAMG_Destroy(amg) == 0);
    }
  EXPECT(HYPRE_GetError() == 0);
}

// Defaults written out, and others that must still solve.
static void check_settings(LatticeSystem* s) {
  HYPRE_Solver plain = NULL, spelled = NULL;
  TriremeAMG_Create(&plain);
  TriremeAMG_Create(&spelled);
  EXPECT(TriremeAMG_SetFamily(spelled, TRIREME_AMG_CLASSICAL) == 0);
  EXPECT(TriremeAMG_SetStrongThreshold(spelled, 0.25) == 0);
  EXPECT(TriremeAMG_SetMaxRowSum(spelled, 0.9) == 0);
  EXPECT(TriremeAMG_SetCoarsenType(spelled, 8) == 0);
  EXPECT(TriremeAMG_SetAggNumLevels(spelled, 0) == 0);
  EXPECT(TriremeAMG_SetNumPaths(spelled, 1) == 0);
  EXPECT(TriremeAMG_SetAggInterpType(spelled, 4) == 0);
  EXPECT(TriremeAMG_SetInterpType(spelled, 6) == 0);
  EXPECT(TriremeAMG_SetPMaxElmts(spelled, 4) == 0);
  EXPECT(TriremeAMG_SetTruncFactor(spelled, 0) == 0);
  EXPECT(TriremeAMG_SetMaxLevels(spelled, 25) == 0);
  EXPECT(TriremeAMG_SetMaxCoarseSize(spelled, 100) == 0);
  EXPECT(TriremeAMG_SetCycleRelaxType(spelled, 13, 1) == 0);
  EXPECT(TriremeAMG_SetCycleRelaxType(spelled, 14, 2) == 0);
  EXPECT(TriremeAMG_SetCycleRelaxType(spelled, 9, 3) == 0);
  EXPECT(TriremeAMG_SetNumSweeps(spelled, 1) == 0);
  EXPECT(TriremeAMG_SetCycleType(spelled, TRIREME_AMG_V_CYCLE) == 0);
  HYPRE_Int plain_levels = -1, levels = -1;
  HYPRE_Real plain_complexity = 0, complexity = 0, grid_complexity = 0;
  EXPECT(TriremeAMG_GetNumLevels(plain, &plain_levels) == 0 && plain_levels == 0);
  const int plain_iterations = solve(pcg, s, plain, 1e-8);
  const double plain_residual = relative_residual(s);
  const int iterations = solve(pcg, s, spelled, 1e-8);
  EXPECT(iterations == plain_iterations);
  EXPECT(relative_residual(s) == plain_residual);
  TriremeAMG_GetNumLevels(plain, &plain_levels);
  TriremeAMG_GetNumLevels(spelled, &levels);
  EXPECT(levels == plain_levels && levels > 1);
  TriremeAMG_GetOperatorComplexity(plain, &plain_complexity);
  TriremeAMG_GetOperatorComplexity(spelled, &complexity);
  EXPECT(complexity == plain_complexity && complexity > 1 && complexity < 4);
  TriremeAMG_GetGridComplexity(spelled, &grid_complexity);
  EXPECT(grid_complexity > 1 && grid_complexity < 2);

  // Others must show.
  EXPECT(TriremeAMG_SetMaxLevels(spelled, 2) == 0);
  EXPECT(TriremeAMG_Setup(spelled, s->A, s->b, s->x) == 0);
  TriremeAMG_GetNumLevels(spelled, &levels);
  EXPECT(levels == 2);
  EXPECT(TriremeAMG_SetOption(spelled, "max_levels=1") == 0);
  EXPECT(TriremeAMG_Setup(spelled, s->A, s->b, s->x) == 0);
  TriremeAMG_GetNumLevels(spelled, &levels);
  EXPECT(levels == 1);
  EXPECT(TriremeAMG_SetMaxLevels(spelled, 25) == 0);
  EXPECT(TriremeAMG_SetFamily(spelled, TRIREME_AMG_AGGREGATION) == 0);
  EXPECT(TriremeAMG_SetNumFunctions(spelled, 1) == 0);
  EXPECT(TriremeAMG_SetInterpVectors(spelled, 1, &s->exact) == 0);
  EXPECT(TriremeAMG_SetRelaxType(spelled, 8) == 0);
  EXPECT(TriremeAMG_SetCycleNumSweeps(spelled, 2, 1) == 0);
  EXPECT(TriremeAMG_SetCycleNumSweeps(spelled, 2, 2) == 0);
  EXPECT(TriremeAMG_SetCycleType(spelled, TRIREME_AMG_W_CYCLE) == 0);
  EXPECT(solve(pcg, s, spelled, 1e-8) < 25);
  EXPECT(relative_residual(s) < 1.1e-8);
  EXPECT(TriremeAMG_SetInterpVectors(spelled, 0, NULL) == 0);
  EXPECT(solve(pcg, s, spelled, 1e-8) < 25);
  TriremeAMG_Destroy(plain);
  TriremeAMG_Destroy(spelled);
  EXPECT(HYPRE_GetError() == 0);
}

static void check_alone(LatticeSystem* s) {
  HYPRE_Solver amg = NULL;
  HYPRE_Int iterations = -1;
  HYPRE_Real residual = -1;
  TriremeAMG_Create(&amg);
  EXPECT(TriremeAMG_SetTol(amg, 1e-9) == 0);
  EXPECT(TriremeAMG_SetMaxIter(amg, 60) == 0);
  EXPECT(TriremeAMG_Setup(amg, s->A, s->b, s->x) == 0);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  EXPECT(TriremeAMG_Solve(amg, s->A, s->b, s->x) == 0);
  EXPECT(TriremeAMG_GetNumIterations(amg, &iterations) == 0);
  EXPECT(TriremeAMG_GetFinalRelativeResidualNorm(amg, &residual) == 0);
  EXPECT(iterations > 3 && iterations < 60);
  EXPECT(residual <= 1e-9 && fabs(residual - relative_residual(s)) <= 1e-12);
  EXPECT(relative_error(s) < 1e-7);

  // A guess is used: from the solution there is nothing left to do.
  EXPECT(TriremeAMG_Solve(amg, s->A, s->b, s->x) == 0);
  EXPECT(TriremeAMG_GetNumIterations(amg, &iterations) == 0 && iterations == 0);

  // Without a tolerance, three cycles one by one are three cycles at once.
  TriremeAMG_SetTol(amg, 0);
  TriremeAMG_SetMaxIter(amg, 1);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  for (int cycle = 0; cycle < 3; ++cycle) EXPECT(TriremeAMG_Solve(amg, s->A, s->b, s->x) == 0);
  const double one_by_one = relative_residual(s);
  EXPECT(TriremeAMG_GetFinalRelativeResidualNorm(amg, &residual) == 0 && isnan(residual));
  TriremeAMG_SetMaxIter(amg, 3);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  EXPECT(TriremeAMG_Solve(amg, s->A, s->b, s->x) == 0);
  EXPECT(relative_residual(s) == one_by_one && one_by_one < 0.1);
  EXPECT(TriremeAMG_GetNumIterations(amg, &iterations) == 0 && iterations == 3);

  // Too few cycles: hypre's code for that, and x as far as it came.
  TriremeAMG_SetTol(amg, 1e-9);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  EXPECT_ERROR(TriremeAMG_Solve(amg, s->A, s->b, s->x), HYPRE_ERROR_CONV, "after 3 cycles");
  EXPECT(relative_residual(s) == one_by_one);
  TriremeAMG_Destroy(amg);
}

static void check_refusals(LatticeSystem* s) {
  HYPRE_Solver amg = NULL, boomer = NULL;
  HYPRE_Int number = 0;
  EXPECT_ERROR(TriremeAMG_Create(NULL), ARGUMENT(1), "no place");
  TriremeAMG_Create(&amg);
  EXPECT_ERROR(TriremeAMG_SetCoarsenType(amg, 6), ARGUMENT(2), "coarsening type 6 does not exist here");
  EXPECT_ERROR(TriremeAMG_SetAggInterpType(amg, 2), ARGUMENT(2), "aggressive levels 2 does not exist here");
  EXPECT_ERROR(TriremeAMG_SetNumPaths(amg, 0), ARGUMENT(2), "num_paths");
  EXPECT_ERROR(TriremeAMG_SetInterpType(amg, 0), ARGUMENT(2), "interpolation type 0");
  EXPECT_ERROR(TriremeAMG_SetRelaxType(amg, 9), ARGUMENT(2), "smoother 9");
  EXPECT_ERROR(TriremeAMG_SetRelaxType(amg, 7), ARGUMENT(2), "smoother 7");
  EXPECT_ERROR(TriremeAMG_SetCycleRelaxType(amg, 13, 4), ARGUMENT(3), "k is 4");
  EXPECT_ERROR(TriremeAMG_SetCycleType(amg, 0), ARGUMENT(2), "there are 1 to 4");
  EXPECT_ERROR(TriremeAMG_SetFamily(amg, 2), ARGUMENT(2), "there are 0 to 1");
  EXPECT_ERROR(TriremeAMG_SetStrongThreshold(amg, 1), ARGUMENT(2), "strength_threshold is 1");
  EXPECT_ERROR(TriremeAMG_SetMaxRowSum(amg, 0), ARGUMENT(2), "max_row_sum is 0");
  EXPECT_ERROR(TriremeAMG_SetPMaxElmts(amg, -2), ARGUMENT(2), "max_per_row");
  EXPECT_ERROR(TriremeAMG_SetMaxLevels(amg, 0), ARGUMENT(2), "from 1 to 100");
  EXPECT_ERROR(TriremeAMG_SetNumFunctions(amg, 0), ARGUMENT(2), "num_functions is 0");
  EXPECT_ERROR(TriremeAMG_SetTol(amg, -1), ARGUMENT(2), "tol is -1");
  EXPECT_ERROR(TriremeAMG_SetTol(amg, NAN), ARGUMENT(2), "tol is nan");
  EXPECT_ERROR(TriremeAMG_SetMaxIter(amg, -1), ARGUMENT(2), "max_iter is -1");
  EXPECT_ERROR(TriremeAMG_SetPrintLevel(amg, 4), ARGUMENT(2), "print_level is 4");
  EXPECT_ERROR(TriremeAMG_SetOption(amg, "strength_treshold=0.5"), ARGUMENT(2), "strength_threshold");
  EXPECT(strstr(TriremeAMG_GetOptionHelp(), "strength_threshold") != NULL);
  EXPECT(strstr(TriremeAMG_GetOptionHelp(), "smoother_blocks") != NULL);
  EXPECT_ERROR(TriremeAMG_SetOption(amg, NULL), ARGUMENT(2), "null pointer");
  EXPECT_ERROR(TriremeAMG_GetNumLevels(amg, NULL), ARGUMENT(2), "no place");
  EXPECT_ERROR(TriremeAMG_GetNumLevels(NULL, &number), ARGUMENT(1), "TriremeAMG_Create");
  HYPRE_BoomerAMGCreate(&boomer);
  EXPECT_ERROR(TriremeAMG_SetMaxLevels(boomer, 3), ARGUMENT(1), "not one of TriremeAMG_Create");
  HYPRE_BoomerAMGDestroy(boomer);

  EXPECT_ERROR(TriremeAMG_Solve(amg, s->A, s->b, s->x), HYPRE_ERROR_GENERIC,
               "TriremeAMG_Setup() was not called");
  EXPECT_ERROR(TriremeAMG_Setup(amg, NULL, s->b, s->x), ARGUMENT(2), "null pointer");
  EXPECT(TriremeAMG_Setup(amg, s->A, s->b, s->x) == 0);
  EXPECT_ERROR(TriremeAMG_Solve(amg, s->A, s->b, s->b), ARGUMENT(3), "same vector");
  EXPECT_ERROR(TriremeAMG_Solve(amg, s->A, NULL, s->x), ARGUMENT(3), "null pointer");

  // After all these refusals everything is as it was.
  EXPECT(solve(pcg, s, amg, 1e-8) < 20);
  EXPECT(relative_residual(s) < 1.1e-8);
  TriremeAMG_Destroy(amg);
  EXPECT(TriremeAMG_Destroy(NULL) == 0);
  EXPECT(HYPRE_GetError() == 0);
}

// A matrix with a NaN on one rank, or of another shape: an error on all ranks, under a Krylov method too, and
// the next system is solved as if nothing had been.
static void check_bad_matrices(LatticeSystem* s) {
  HYPRE_Solver amg = NULL;
  TriremeAMG_Create(&amg);
  LatticeSystem sick = make_lattice_system(MPI_COMM_WORLD, 6, 7, equal_shares);
  if (this_rank == n_ranks - 1) {
    HYPRE_BigInt row = sick.end - 1;
    HYPRE_Int one = 1;
    const double nan = NAN;
    HYPRE_IJMatrixSetValues(sick.ij_matrix, 1, &one, &row, &row, &nan);
  }
  HYPRE_IJMatrixAssemble(sick.ij_matrix);
  EXPECT_ERROR(TriremeAMG_Setup(amg, sick.A, sick.b, sick.x), HYPRE_ERROR_GENERIC, "NaN or infinite");
  EXPECT_ERROR(TriremeAMG_Solve(amg, sick.A, sick.b, sick.x), HYPRE_ERROR_GENERIC, "no hierarchy");

  // Sound again, but set up no more: the Krylov methods must notice and stop.
  HYPRE_ParVectorSetConstantValues(s->b, NAN);
  for (enum Krylov method = pcg; method <= bicgstab; ++method) {
    EXPECT(solve(method, &sick, amg, 1e-8) < 100);
    EXPECT(HYPRE_GetError() != 0);
    HYPRE_ClearAllErrors();
  }
  destroy_lattice_system(&sick);

  // NaN in b.
  EXPECT(TriremeAMG_Setup(amg, s->A, s->b, s->x) == 0);
  TriremeAMG_SetTol(amg, 1e-8);
  TriremeAMG_SetMaxIter(amg, 30);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  EXPECT_ERROR(TriremeAMG_Solve(amg, s->A, s->b, s->x), HYPRE_ERROR_GENERIC, "not finite");
  HYPRE_ParCSRMatrixMatvec(1, s->A, s->exact, 0, s->b);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  EXPECT(TriremeAMG_Solve(amg, s->A, s->b, s->x) == 0);
  EXPECT(relative_residual(s) <= 1.1e-8);

  // Rows and columns of different numbers.
  HYPRE_IJMatrix ij = NULL;
  void* wide = NULL;
  const HYPRE_BigInt last_column = this_rank == n_ranks - 1 ? s->end : s->end - 1;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s->begin, s->end - 1, s->begin, last_column, &ij);
  HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(ij);
  HYPRE_IJMatrixAssemble(ij);
  HYPRE_IJMatrixGetObject(ij, &wide);
  EXPECT_ERROR(TriremeAMG_Setup(amg, (HYPRE_ParCSRMatrix)wide, s->b, s->x), ARGUMENT(2), "square");
  HYPRE_IJMatrixDestroy(ij);
  TriremeAMG_Destroy(amg);
}

// Matrices on other ranks, one after the other, with one solver; vectors that do not fit on one rank only.
static void check_other_communicators(LatticeSystem* s) {
  HYPRE_Solver amg = NULL;
  TriremeAMG_Create(&amg);
  EXPECT(TriremeAMG_Setup(amg, s->A, s->b, s->x) == 0);
  if (n_ranks > 2) {
    LatticeSystem other = make_lattice_system(MPI_COMM_WORLD, 8, 7, second_rank_empty);
    EXPECT_ERROR(TriremeAMG_Solve(amg, s->A, other.b, s->x), ARGUMENT(3), "another size");
    EXPECT(solve(pcg, &other, amg, 1e-8) < 20);
    EXPECT(relative_residual(&other) < 1.1e-8);
    destroy_lattice_system(&other);
  }
  LatticeSystem own = make_lattice_system(MPI_COMM_SELF, 5, 27, equal_shares);
  TriremeAMG_SetTol(amg, 1e-9);
  TriremeAMG_SetMaxIter(amg, 40);
  EXPECT(TriremeAMG_Setup(amg, own.A, own.b, own.x) == 0);
  EXPECT(TriremeAMG_Solve(amg, own.A, own.b, own.x) == 0);
  destroy_lattice_system(&own);
  TriremeAMG_Destroy(amg);
}

// As a solver of hypre >= 2.31 is called: through the pointers it begins with.
static void check_head(LatticeSystem* s) {
  typedef struct {
    HYPRE_PtrToParSolverFcn setup, solve;
    HYPRE_Int (*destroy)(HYPRE_Solver);
  } Head;
  HYPRE_Solver amg = NULL;
  TriremeAMG_Create(&amg);
  const Head* head = (const Head*)amg;
  EXPECT(head->setup(amg, s->A, s->b, s->x) == 0);
  HYPRE_ParVectorSetConstantValues(s->x, 0);
  EXPECT(head->solve(amg, s->A, s->b, s->x) == 0);
  EXPECT(relative_residual(s) < 0.5);
  EXPECT(head->destroy(amg) == 0);
}

static int count_iterations(int points, int n) {
  HYPRE_Solver amg = NULL;
  LatticeSystem s = make_lattice_system(MPI_COMM_WORLD, n, points, equal_shares);
  HYPRE_ParVectorSetConstantValues(s.b, 1);
  TriremeAMG_Create(&amg);
  TriremeAMG_SetPrintLevel(amg, 1);
  const int iterations = solve(pcg, &s, amg, 1e-8);
  const double residual = relative_residual(&s);
  EXPECT(residual < 1.1e-8);
  if (this_rank == 0) printf("iterations %d residual %.3e\n", iterations, residual);
  TriremeAMG_Destroy(amg);
  destroy_lattice_system(&s);
  return iterations;
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &this_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  HYPRE_Init();
  if (argc == 4 && strcmp(argv[1], "iterations") == 0) {
    count_iterations(atoi(argv[2]), atoi(argv[3]));
  } else {
    for (int points = 7; points <= 27; points += 20) {
      LatticeSystem s = make_lattice_system(MPI_COMM_WORLD, 12, points, equal_shares);
      check_preconditioning(&s);
      check_settings(&s);
      check_alone(&s);
      check_head(&s);
      check_refusals(&s);
      check_bad_matrices(&s);
      check_other_communicators(&s);
      destroy_lattice_system(&s);
    }
  }
  HYPRE_Finalize();
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (this_rank == 0 && failures > 0) fprintf(stderr, "%d checks failed\n", failures);
  MPI_Finalize();
  return failures > 0;
}
