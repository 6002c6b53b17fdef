/* SPDX-License-Identifier: Apache-2.0
 *
 * Trireme's algebraic multigrid for programs that use hypre, in C: a solver with hypre's function pointers,
 * as preconditioner of hypre's PCG, GMRES, FlexGMRES, BiCGSTAB and the like, or by itself. PETSc need not be
 * initialized. The steps are those of BoomerAMG:
 *
 *   HYPRE_Solver amg, pcg;
 *   TriremeAMG_Create(&amg);
 *   HYPRE_ParCSRPCGCreate(comm, &pcg);
 *   HYPRE_ParCSRPCGSetPrecond(pcg, TriremeAMG_Solve, TriremeAMG_Setup, amg);
 *   HYPRE_ParCSRPCGSetup(pcg, A, b, x);
 *   HYPRE_ParCSRPCGSolve(pcg, A, b, x);
 *   HYPRE_ParCSRPCGDestroy(pcg);
 *   TriremeAMG_Destroy(amg);
 *
 * What is set bears the names and numbers of HYPRE_BoomerAMGSet..., where the meaning is the same. Defaults
 * are those of a preconditioner: one cycle, no tolerance.
 *
 * Every function returns 0, or hypre's codes for what went wrong in this call, which it also adds to hypre's
 * own flag (HYPRE_GetError); TriremeAMG_GetErrorMessage tells what it was. A value that is refused changes
 * nothing. Errors of Setup and Solve are the same on all ranks. After a failed Setup the solver leaves x as
 * it is, so that hypre's Krylov methods end at once; the next Setup with a sound matrix works.
 *
 * Create, Setup, Solve and Destroy are collective on the ranks of the matrix, all else is local. Results have
 * the same bits for any number of threads (OMP_NUM_THREADS).
 */
#pragma once

#include <HYPRE_parcsr_ls.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1. The solver */

HYPRE_Int TriremeAMG_Create(HYPRE_Solver* solver);
HYPRE_Int TriremeAMG_Destroy(HYPRE_Solver solver);

/* Builds the hierarchy. A: as IJMatrixGetObject gives it; it is read where it lies and not kept. b and x are
 * not looked at. */
HYPRE_Int TriremeAMG_Setup(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector b, HYPRE_ParVector x);

/* Improves x, which holds a first guess, by cycles: until the residual's 2-norm is Tol times that of b
 * (HYPRE_ERROR_CONV if MaxIter cycles do not suffice), or exactly MaxIter cycles if Tol is 0. */
HYPRE_Int TriremeAMG_Solve(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector b, HYPRE_ParVector x);

/* The text of the last error on this rank, "problem (why) -> suggestion"; empty before any. Valid until the
 * next error. */
const char* TriremeAMG_GetErrorMessage(void);

/* 2. The hierarchy: take effect with the next Setup */

#define TRIREME_AMG_CLASSICAL 0   /* coarse points are some of the fine ones, as in BoomerAMG */
#define TRIREME_AMG_AGGREGATION 1 /* smoothed aggregation */
HYPRE_Int TriremeAMG_SetFamily(HYPRE_Solver solver, HYPRE_Int family);

#define TRIREME_AMG_DOUBLE 0
#define TRIREME_AMG_SINGLE 1 /* hierarchy and cycle; b, x and the Krylov method stay double */
HYPRE_Int TriremeAMG_SetPrecision(HYPRE_Solver solver, HYPRE_Int precision);

/* Of the classical family: 0.25; 0.9, 1 turns it off; 8 is PMIS, 10 HMIS; 6 (or 17) is extended+i, 14 (or 16)
 * extended, 3 direct; 4, 0 is no limit; 0. */
HYPRE_Int TriremeAMG_SetStrongThreshold(HYPRE_Solver solver, HYPRE_Real strong_threshold);
HYPRE_Int TriremeAMG_SetMaxRowSum(HYPRE_Solver solver, HYPRE_Real max_row_sum);
HYPRE_Int TriremeAMG_SetCoarsenType(HYPRE_Solver solver, HYPRE_Int coarsen_type);
HYPRE_Int TriremeAMG_SetInterpType(HYPRE_Solver solver, HYPRE_Int interp_type);
HYPRE_Int TriremeAMG_SetPMaxElmts(HYPRE_Solver solver, HYPRE_Int P_max_elmts);
HYPRE_Int TriremeAMG_SetTruncFactor(HYPRE_Solver solver, HYPRE_Real trunc_factor);

/* Of the classical family, the finest levels that are coarsened twice: 0 of them; 1; 4 is multipass, 1 (or 6)
 * extended+i in two stages. */
HYPRE_Int TriremeAMG_SetAggNumLevels(HYPRE_Solver solver, HYPRE_Int agg_num_levels);
HYPRE_Int TriremeAMG_SetNumPaths(HYPRE_Solver solver, HYPRE_Int num_paths);
HYPRE_Int TriremeAMG_SetAggInterpType(HYPRE_Solver solver, HYPRE_Int agg_interp_type);

/* Unknowns of a node, which are consecutive rows (1): the classical family coarsens them apart from one
 * another. Of aggregation: the vectors that the coarse levels must hold, such as rigid-body modes. The
 * vectors are copied; num_vectors 0 returns to a constant for each unknown. */
HYPRE_Int TriremeAMG_SetNumFunctions(HYPRE_Solver solver, HYPRE_Int num_functions);
HYPRE_Int TriremeAMG_SetInterpVectors(HYPRE_Solver solver, HYPRE_Int num_vectors, HYPRE_ParVector* vectors);

/* Of both: 25; 100 rows. */
HYPRE_Int TriremeAMG_SetMaxLevels(HYPRE_Solver solver, HYPRE_Int max_levels);
HYPRE_Int TriremeAMG_SetMaxCoarseSize(HYPRE_Solver solver, HYPRE_Int max_coarse_size);

/* Any option of the hierarchy or of the cycle as text: "strength_threshold=0.5", "cycle_type=W".
 * GetOptionHelp gives all keys, with meaning and range. */
HYPRE_Int TriremeAMG_SetOption(HYPRE_Solver solver, const char* key_and_value);
const char* TriremeAMG_GetOptionHelp(void);

/* 3. The cycle: take effect with the next Setup */

/* 3 and 4 hybrid Gauss-Seidel forward and backward, 6 both; 13, 14 and 8 the same with l1 scaling; 16
 * Chebyshev; 18 l1-Jacobi; 9 Gaussian elimination, on the coarsest level only. Default: 13 down (k = 1), 14
 * up (k = 2), 9 on the coarsest level (k = 3). SetRelaxType sets down and up. */
HYPRE_Int TriremeAMG_SetRelaxType(HYPRE_Solver solver, HYPRE_Int relax_type);
HYPRE_Int TriremeAMG_SetCycleRelaxType(HYPRE_Solver solver, HYPRE_Int relax_type, HYPRE_Int k);
/* 1 each. SetNumSweeps sets down and up. */
HYPRE_Int TriremeAMG_SetNumSweeps(HYPRE_Solver solver, HYPRE_Int num_sweeps);
HYPRE_Int TriremeAMG_SetCycleNumSweeps(HYPRE_Solver solver, HYPRE_Int num_sweeps, HYPRE_Int k);

#define TRIREME_AMG_V_CYCLE 1
#define TRIREME_AMG_W_CYCLE 2
#define TRIREME_AMG_F_CYCLE 3 /* not symmetric: not for PCG */
#define TRIREME_AMG_K_CYCLE 4 /* not linear: for FlexGMRES */
HYPRE_Int TriremeAMG_SetCycleType(HYPRE_Solver solver, HYPRE_Int cycle_type);

/* 4. The iteration: take effect with the next Solve */

HYPRE_Int TriremeAMG_SetTol(HYPRE_Solver solver, HYPRE_Real tol);         /* 0: no test */
HYPRE_Int TriremeAMG_SetMaxIter(HYPRE_Solver solver, HYPRE_Int max_iter); /* 1 */
/* 1: Setup prints the hierarchy; 2: Solve prints residuals; 3: both. */
HYPRE_Int TriremeAMG_SetPrintLevel(HYPRE_Solver solver, HYPRE_Int print_level);

/* 5. What came out */

HYPRE_Int TriremeAMG_GetNumLevels(HYPRE_Solver solver, HYPRE_Int* num_levels); /* 0 before Setup */
HYPRE_Int TriremeAMG_GetOperatorComplexity(HYPRE_Solver solver, HYPRE_Real* complexity);
HYPRE_Int TriremeAMG_GetGridComplexity(HYPRE_Solver solver, HYPRE_Real* complexity);
HYPRE_Int TriremeAMG_GetNumIterations(HYPRE_Solver solver, HYPRE_Int* num_iterations); /* last Solve */
/* Of the last Solve; NaN where Tol was 0, so that it was not computed. */
HYPRE_Int TriremeAMG_GetFinalRelativeResidualNorm(HYPRE_Solver solver, HYPRE_Real* norm);

#ifdef __cplusplus
}
#endif
