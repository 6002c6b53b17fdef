// SPDX-License-Identifier: Apache-2.0
// The PETSc preconditioner `iluomp`: threaded block ILU(k) of a sequential AIJ or BAIJ matrix (any type
// derived from them). Alone on one rank, or on every rank of a distributed matrix as -pc_type bjacobi
// -sub_pc_type iluomp (or asm). BAIJ matrices are factored in blocks of their block size, AIJ matrices entry
// by entry, like PETSc's own ILU, whose pattern, pivots and hence iterations it shares in the same ordering;
// the result has the same bits for any number of threads and any schedule.
//
// Options, with defaults; on the right the options of PETSc's own factorizations that mean the same:
//
//   -pc_iluomp_levels <0>              levels of fill k                        -pc_factor_levels
//   -pc_iluomp_ordering <natural>      natural, rcm or any other of PETSc's    -pc_factor_mat_ordering_type
//                                      symmetric orderings
//   -pc_iluomp_schedule <auto>         serial, levels (a barrier for each dependency level), p2p
//                                      (point-to-point waits without those that others imply), p2p_all
//                                      (with them, for measurements) or auto: levels where one has much
//                                      work for every thread, else p2p
//   -pc_iluomp_precision <double>      how factors are stored, double or single; arithmetic is in double.
//                                      Single halves what a solve reads and may change iteration counts by
//                                      a few
//   -pc_iluomp_reuse_ordering <false>  keep the ordering of another pattern    -pc_factor_reuse_ordering
//   -pc_iluomp_zero_pivot <2.2e-14>    AIJ: pivots of at most this size are    -pc_factor_zeropivot
//                                      zero. BAIJ: a pivot inside a block is
//                                      zero only if it is exactly zero
//   -pc_iluomp_shift_amount <0>        added to the diagonal of a block with   -pc_factor_shift_amount
//                                      a zero pivot
//
// While the nonzero pattern stays the same, a changed matrix is factored again without a new analysis; a
// change of the pattern is noticed. A zero or NaN pivot sets PC_FACTOR_NUMERIC_ZEROPIVOT (KSP then stops with
// KSP_DIVERGED_PC_FAILED on all ranks), or is an error under PCSetErrorIfFailure. Where the threads of the
// ranks outnumber the cores at set-up, rows are computed in serial order by one thread, with the same bits.
#pragma once

#include <petscpc.h>

#define PCILUOMP "iluomp"

enum PCIluOmpSchedule : int {
  PC_ILUOMP_SERIAL,
  PC_ILUOMP_LEVELS,
  PC_ILUOMP_P2P,
  PC_ILUOMP_P2P_ALL,
  PC_ILUOMP_AUTO
};
enum PCIluOmpPrecision : int { PC_ILUOMP_DOUBLE, PC_ILUOMP_SINGLE };

// Filled in by set-up; all zero before.
struct PCIluOmpStatistics {
  PetscInt analyses;              // how often the pattern was analysed
  PetscInt factorizations;        // how often values were factored
  PetscInt block_size;            // of the factors
  PetscInt threads;               // that the plan is made for
  PetscInt forward_levels;        // dependency levels of L
  PetscInt backward_levels;       // dependency levels of U
  PetscReal forward_parallelism;  // work / work on the longest chain of dependent rows
  PetscReal backward_parallelism;
  PetscInt64 nonzeros;  // stored entries of L and U, block_size^2 for each block
  PetscInt64 bytes;     // factors, their pattern and schedules on this rank
};

extern "C" {

// Registers the type with PETSc; idempotent. Called by the library's registration. Local to the rank.
PETSC_VISIBILITY_PUBLIC PetscErrorCode RegisterIluOmp(void);

// Setters do nothing to a PC of another type. A changed value takes effect at the next PCSetUp. Logically
// collective.
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetLevels(PC pc, PetscInt levels);
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetOrdering(PC pc, MatOrderingType ordering);
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetSchedule(PC pc, PCIluOmpSchedule schedule);
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetPrecision(PC pc, PCIluOmpPrecision precision);
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetReuseOrdering(PC pc, PetscBool reuse);
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetZeroPivot(PC pc, PetscReal zero_pivot);
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpSetShiftAmount(PC pc, PetscReal shift);

// An error on a PC of another type. Local to the rank.
PETSC_VISIBILITY_PUBLIC PetscErrorCode PCIluOmpGetStatistics(PC pc, PCIluOmpStatistics* statistics);
}
