// SPDX-License-Identifier: Apache-2.0
// The TAO type `dance`. On a sample problem (optim/petsc/sample_problem.hpp): inexact Newton steps on growing
// sets of samples (Jahani and others, AISTATS 2020, arXiv 1810.11507). On any other unconstrained Tao:
// Newton-CG with TAO's line search, with the application's Hessian, or with differences of gradients where it
// has none. Unmodified programs take it by
//   PETSC_OPTIONS="-dll_append /path/to/libtrireme_optim.so -tao_type dance"
//
//   -tao_dance_published              the paper's form: alpha 2, beta 0.05, all samples in Hessian products,
//                                     damped steps, stop by the gradient; options below change it further
//   -tao_dance_c <1>                  stage n is regularized with c V_n, V_n = n^-gamma
//   -tao_dance_gamma <1>              from 0.5 to 1
//   -tao_dance_alpha <4>              growth of the stages
//   -tao_dance_m0 <512>               samples of the first
//   -tao_dance_beta <0.25>            CG ends when its residual is beta ||g||
//   -tao_dance_hess_fraction <0.1>    of a stage's samples in Hessian products
//   -tao_dance_hess_min <256>         but at least so many samples
//   -tao_dance_max_newton <100>       steps in a stage
//   -tao_dance_stop <decrement>       of stages: decrement, gradient (certified), or tao: earlier stages by
//   the
//                                     decrement, the last one by TAO's own tests
//   -tao_dance_step <linesearch>      or damped: 1 / (1 + delta)
//   -tao_dance_localhess_rows <0>     samples in the preconditioner localhess; 0: none
//   -tao_dance_localhess_mu <0>
//   -tao_dance_curvature <automatic>  hessian or gauss_newton; automatic: gauss_newton where the loss is not
//                                     convex
//   -tao_dance_damping <1>            initial Levenberg damping where the loss is not convex
//   -tao_dance_ksp_*, -tao_dance_pc_*, -tao_dance_tao_ls_*   of the parts
//
// Ends with TAO_CONVERGED_GATOL where the gradient proved the accuracy, TAO_CONVERGED_USER by the decrement,
// TAO_DIVERGED_LS_FAILURE, TAO_DIVERGED_NAN with the solution as the last step left it, or
// TAO_DIVERGED_MAXITS. Decisions and iterates have the same bits on any number of ranks and threads where the
// objective's have.
#pragma once

#include <vector>

#include <petsctao.h>

#include "solvers/base/types.hpp"

#define TAODANCE "dance"

extern "C" {
// Registers the type with PETSc; idempotent. Local.
PETSC_VISIBILITY_PUBLIC PetscErrorCode RegisterDance(void);
}

namespace trireme::optim {

// One stage of the last solve.
struct DanceStage {
  GlobalIndex samples = 0;
  double accuracy = 0;  // V_n
  int newton_steps = 0;
  int krylov_iterations = 0;
  double objective = 0;  // of the last evaluation in this stage
  double gradient_norm = 0;
  double passes = 0;  // since the start
};

// Throws Error for a Tao of another type. Local.
std::vector<DanceStage> dance_stages(Tao tao);

// What the last stage of the sample problem of this Tao is regularized with, once options are set. Throws
// Error for a Tao of another type or without samples. Local.
double dance_last_lambda(Tao tao);

}  // namespace trireme::optim
