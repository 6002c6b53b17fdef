// SPDX-License-Identifier: Apache-2.0
// The TAO type `pblbfgs`. On a sample problem (optim/petsc/sample_problem.hpp): L-BFGS on batches that grow
// as the variance of the samples' gradients demands (Bollapragada and others, ICML 2018, arXiv 1802.05374),
// and on all samples in the end. On any other unconstrained Tao: L-BFGS with PETSc's MATLMVMBFGS and TAO's
// line search. Unmodified programs take it by
//   PETSC_OPTIONS="-dll_append /path/to/libtrireme_optim.so -tao_type pblbfgs"
//
//   -tao_pblbfgs_theta <0.9>            of the inner-product quasi-Newton test
//   -tao_pblbfgs_test_share <0.25>      of a batch, 128 samples at least, that the variance is measured on
//   -tao_pblbfgs_s0 <512>               samples of the first batch
//   -tao_pblbfgs_mode <mb>              mb (overlapping batches) or fo (full overlap)
//   -tao_pblbfgs_overlap <0.25>         share of a batch in the next one, of mb
//   -tao_pblbfgs_search <overlap>       of mb: the first step is judged on the samples that two batches
//   share, or
//                                       batch: like every other on the whole batch, the paper's
//   -tao_pblbfgs_curv <relative>        y's >= eps s'B s, or absolute: y's >= eps ||s||^2, the paper's
//   -tao_pblbfgs_eps <0.01>
//   -tao_pblbfgs_damping <false>        bend pairs rather than refuse them
//   -tao_pblbfgs_hist <10>
//   -tao_pblbfgs_growth <2>             of batches over which the loss no longer falls; 1: none
//   -tao_pblbfgs_growth_patience <2>, -tao_pblbfgs_growth_fall <0.01>
//   -tao_pblbfgs_handover <0.3>         share of the samples from which on all are taken
//   -tao_pblbfgs_tao_ls_*, -tao_pblbfgs_full_tao_ls_*   line searches on batches and on all samples
//
// TAO's own tests apply once the batch is all samples. Decisions and iterates have the same bits on any
// number of ranks and threads where the objective's have.
#pragma once

#include <vector>

#include <petsctao.h>

#include "solvers/base/types.hpp"

#define TAOPBLBFGS "pblbfgs"

extern "C" {
// Registers the type with PETSc; idempotent. Local.
PETSC_VISIBILITY_PUBLIC PetscErrorCode RegisterPblbfgs(void);
}

namespace trireme::optim {

struct PblbfgsHistory {
  std::vector<GlobalIndex> batch_sizes;  // of every iteration
  int refused_pairs = 0;
  int first_steps_accepted = 0;
};

// Of the last solve on samples. Throws Error for a Tao of another type. Local.
PblbfgsHistory pblbfgs_history(Tao tao);

}  // namespace trireme::optim
