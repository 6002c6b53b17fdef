// SPDX-License-Identifier: Apache-2.0
// The PETSc preconditioner `trireme`: algebraic multigrid for AIJ matrices (and `aijomp`) on any number of
// ranks and threads. Unmodified programs take it by
//   PETSC_OPTIONS="-dll_append /path/to/libtrireme_amg.so -pc_type trireme"
// Options bear the names of PETSc's -pc_hypre_boomeramg_* where they mean the same:
//
//   -pc_trireme_type <classical>          or aggregation: smoothed, with the matrix's block size and
//                                         near-null space (MatSetNearNullSpace)
//
//   classical
//   -pc_trireme_coarsen_type <PMIS>       or HMIS: denser coarse levels, fewer iterations
//   -pc_trireme_num_functions <0>         unknowns of a system that are coarsened apart from one another; 0:
//                                         the block size of the matrix
//   -pc_trireme_strong_threshold <0.25>   couplings from this fraction of a row's strongest are strong
//   -pc_trireme_max_row_sum <0.9>         rows of greater relative sum have no strong couplings; 1: no limit
//   -pc_trireme_interp_type <ext+i>       ext+i, ext or direct
//   -pc_trireme_P_max <4>                 weights kept in a row of the interpolation; 0 for all
//   -pc_trireme_truncfactor <0>           weights below this fraction of a row's largest are dropped
//
//   -pc_trireme_agg_nl <0>                levels, from the finest on, that are coarsened aggressively
//   -pc_trireme_agg_num_paths <1>         or 2: of their second coarsening, which 1 makes stronger
//   -pc_trireme_agg_interp_type <multipass>   or 2stage_extended+i
//   -pc_trireme_agg_P_max <0>, -pc_trireme_agg_truncfactor <0>   truncation of their interpolation
//   -pc_trireme_agg_P12_max <0>, -pc_trireme_agg_P12_truncfactor <0>   of either stage
//
//   aggregation
//   -pc_trireme_aggregate_threshold <0.25>          couplings from this fraction of either end's strongest
//   -pc_trireme_prolongator_relaxation <1.33>       over the largest eigenvalue; 0: no smoothing
//   -pc_trireme_prolongator_power_iterations <0>    that estimate it; 0: bounded by row sums
//
//   both
//   -pc_trireme_max_levels <25>
//   -pc_trireme_max_coarse_size <100>     rows of a level that is not coarsened further
//   -pc_trireme_process_eq_limit <50>     coarse levels with fewer rows a rank are gathered onto fewer ranks;
//                                         0: never (the word is GAMG's)
//   -pc_trireme_relax_type_down <l1-Gauss-Seidel>, _up <backward-l1-Gauss-Seidel>,
//   -pc_trireme_relax_type_coarse <Gaussian-elimination>   see amg/smooth/relaxation.hpp for the names
//   -pc_trireme_relax_type_all <...>      down and up at once
//   -pc_trireme_grid_sweeps_down <1>, _up <1>, _coarse <1>, _all
//   -pc_trireme_cycle_type <V>            V, W, F or K; F is not symmetric, K not linear
//   -pc_trireme_precision <double>        or single: of hierarchy and cycle; the Krylov method stays double
//   -pc_trireme_row_runs <where_most_rows_do>   or never: repeating rows are relaxed eight at a time
//   -pc_trireme_smoother_blocks <16>      most blocks of a rank between which Gauss-Seidel becomes Jacobi
//   -pc_trireme_product <row_fused>       how coarse matrices are computed: row_fused, cf_permuted or unfused
//   -pc_trireme_reuse <structure>         what is kept for matrices with other values of the same pattern:
//                                         splittings and patterns (structure), also the weights of
//                                         interpolation, or none; where the option is not given, `structure`
//                                         from the second set-up of a pattern on
//   -pc_trireme_reuse_plan <true>         the first of them plans its products: faster, and more memory
//
// A set-up for such a matrix (PETSc's SAME_NONZERO_PATTERN) computes new values on what is kept, with
// `structure` and the same values to the last bit those of a set-up from scratch. It is from scratch where
// the kept parts do not fit after all, where options have changed, and with `structure` where a level is
// aggressive or has its unknowns coarsened apart. -ksp_view shows the hierarchy. A matrix
// with NaN or infinite entries sets the failed reason PC_FACTOR_OTHER (KSP then stops with
// KSP_DIVERGED_PC_FAILED on all ranks), or is an error under PCSetErrorIfFailure; the next set-up with a
// sound matrix works. Results have the same bits for any number of threads.
#pragma once

#include <petscpc.h>

#define PCTRIREME "trireme"

// Filled in by set-up; all zero before.
struct PCTriremeStatistics {
  PetscInt setups;   // how often a hierarchy was made
  PetscInt refills;  // how often on what the one before had left
  PetscInt levels;
  PetscReal operator_complexity;
  PetscReal grid_complexity;
  PetscInt null_dimension;  // of the coarsest matrix, where it is solved directly
  PetscInt64 bytes;         // of the solve form on this rank
  PetscInt64 kept_bytes;    // kept beside it for set-ups to come, on this rank
  PetscInt64 plan_bytes;    // the part of kept_bytes that -pc_trireme_reuse_plan adds
};

extern "C" {

// Registers the type with PETSc; idempotent. Local to the rank.
PETSC_VISIBILITY_PUBLIC PetscErrorCode RegisterTrireme(void);

// An error on a PC of another type. Local to the rank.
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCTriremeGetStatistics(PC pc, PCTriremeStatistics* statistics);

// What -dll_append calls: registers the types of libtrireme_solvers.so and this one, and counts the ranks
// that share this rank's cores. Collective on PETSC_COMM_WORLD, as PetscInitialize is.
PETSC_VISIBILITY_PUBLIC PetscErrorCode PetscDLLibraryRegister_trireme_amg(void);
}

namespace trireme::amg {

// For programs that link the library: the types of libtrireme_solvers.so and this one. Idempotent. Local.
PetscErrorCode register_types();

}  // namespace trireme::amg
