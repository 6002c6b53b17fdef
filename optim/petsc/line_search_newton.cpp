// SPDX-License-Identifier: Apache-2.0
// DANCE without samples: inexact Newton with CG and TAO's line search, on the application's callbacks.
#include <petsc/private/taoimpl.h>

#include "optim/petsc/tao_dance_state.hpp"
#include "optim/petsc/tao_iteration.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::success;

// Products with the Hessian from differences of gradients, where the application gave none.
PetscErrorCode provide_hessian(Tao tao) {
  PetscFunctionBegin;
  if (tao->hessian) PetscFunctionReturn(success);
  PetscInt n = 0, n_global = 0;
  Mat hessian = nullptr;
  PetscCall(VecGetLocalSize(tao->solution, &n));
  PetscCall(VecGetSize(tao->solution, &n_global));
  PetscCall(
      MatCreateMFFD(PetscObjectComm(reinterpret_cast<PetscObject>(tao)), n, n, n_global, n_global, &hessian));
  PetscCall(MatMFFDSetFunction(
      hessian, reinterpret_cast<PetscErrorCode (*)(void*, Vec, Vec)>(TaoComputeGradient), tao));
  PetscCall(MatSetUp(hessian));
  PetscCall(TaoSetHessian(tao, hessian, hessian, TaoDefaultComputeHessianMFFD, nullptr));
  PetscCall(MatDestroy(&hessian));
  PetscFunctionReturn(success);
}

// tao->stepdirection becomes a direction of descent.
PetscErrorCode newton_direction(Tao tao, PetscReal gradient_norm, bool* steepest) {
  PetscFunctionBegin;
  PetscReal absolute = 0, divergence = 0;
  PetscInt most = 0;
  PetscCall(TaoComputeHessian(tao, tao->solution, tao->hessian, tao->hessian_pre));
  PetscCall(KSPSetOperators(tao->ksp, tao->hessian, tao->hessian_pre));
  PetscCall(KSPGetTolerances(tao->ksp, nullptr, &absolute, &divergence, &most));
  // Superlinear: the forcing falls with the gradient (Dembo, Eisenstat, Steihaug 1982). It begins low, since
  // badly scaled problems get nowhere with the first iterations of CG, which are steepest descent.
  PetscCall(
      KSPSetTolerances(tao->ksp, PetscMin(1e-4, PetscSqrtReal(gradient_norm)), absolute, divergence, most));
  PetscCall(KSPSolve(tao->ksp, tao->gradient, tao->stepdirection));
  PetscInt iterations = 0;
  PetscCall(KSPGetIterationNumber(tao->ksp, &iterations));
  tao->ksp_its += iterations;
  tao->ksp_tot_its += iterations;
  // On negative curvature CG ends with its last iterate, which is of descent unless it is zero.
  PetscReal norm = 0;
  PetscScalar along = 0;
  PetscCall(VecNorm(tao->stepdirection, NORM_2, &norm));
  PetscCall(VecDot(tao->stepdirection, tao->gradient, &along));
  *steepest = PetscIsInfOrNanReal(norm) || !(PetscRealPart(along) > 1e-12 * norm * gradient_norm);
  if (*steepest) PetscCall(VecCopy(tao->gradient, tao->stepdirection));
  PetscCall(VecScale(tao->stepdirection, -1));
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode solve_by_newton(Tao tao) {
  PetscFunctionBegin;
  PetscReal f = 0, norm = 0, step = 1;
  Vec x_before = nullptr, g_before = nullptr;
  PetscCall(provide_hessian(tao));
  PetscCall(VecDuplicate(tao->solution, &x_before));
  PetscCall(VecDuplicate(tao->gradient, &g_before));
  PetscCall(TaoComputeObjectiveAndGradient(tao, tao->solution, &f, tao->gradient));
  PetscCall(gradient_norm_of(tao, tao->gradient, &norm));
  tao->reason = TAO_CONTINUE_ITERATING;
  PetscCall(record_iteration(tao, f, norm, step, TaoTests::apply));
  while (tao->reason == TAO_CONTINUE_ITERATING) {
    PetscTryTypeMethod(tao, update, tao->niter, tao->user_update);
    tao->ksp_its = 0;
    bool steepest = false;
    PetscCall(newton_direction(tao, norm, &steepest));
    const PetscReal f_before = f;
    PetscCall(VecCopy(tao->solution, x_before));
    PetscCall(VecCopy(tao->gradient, g_before));
    // A search that fails along the Newton direction is tried once more along the gradient.
    for (int attempt = 0;; ++attempt) {
      TaoLineSearchConvergedReason reason = TAOLINESEARCH_CONTINUE_ITERATING;
      PetscCall(TaoLineSearchSetInitialStepLength(tao->linesearch, 1.0));
      PetscCall(TaoLineSearchApply(tao->linesearch, tao->solution, &f, tao->gradient, tao->stepdirection,
                                   &step, &reason));
      PetscCall(TaoAddLineSearchCounts(tao));
      if ((reason == TAOLINESEARCH_SUCCESS || reason == TAOLINESEARCH_SUCCESS_USER) &&
          !PetscIsInfOrNanReal(f))
        break;
      f = f_before;
      PetscCall(VecCopy(x_before, tao->solution));
      PetscCall(VecCopy(g_before, tao->gradient));
      if (steepest || attempt > 0) {
        step = 0;
        tao->reason = TAO_DIVERGED_LS_FAILURE;
        break;
      }
      PetscCall(VecCopy(tao->gradient, tao->stepdirection));
      PetscCall(VecScale(tao->stepdirection, -1));
    }
    if (tao->reason != TAO_CONTINUE_ITERATING) break;
    tao->niter++;
    PetscCall(gradient_norm_of(tao, tao->gradient, &norm));
    PetscCall(record_iteration(tao, f, norm, step, TaoTests::apply));
  }
  PetscCall(VecDestroy(&x_before));
  PetscCall(VecDestroy(&g_before));
  PetscFunctionReturn(success);
}

}  // namespace trireme::optim
