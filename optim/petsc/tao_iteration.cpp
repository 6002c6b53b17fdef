// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/tao_iteration.hpp"

#include <petsc/private/taoimpl.h>

namespace trireme::optim {

PetscErrorCode record_iteration(Tao tao, PetscReal objective, PetscReal gradient_norm, PetscReal step,
                                TaoTests tests) {
  PetscFunctionBegin;
  if (PetscIsInfOrNanReal(objective) || PetscIsInfOrNanReal(gradient_norm)) {
    tao->reason = TAO_DIVERGED_NAN;
    PetscFunctionReturn(PetscErrorCode{});
  }
  PetscCall(TaoLogConvergenceHistory(tao, objective, gradient_norm, 0.0, tao->ksp_tot_its));
  PetscCall(TaoMonitor(tao, tao->niter, objective, gradient_norm, 0.0, step));
  if (tests == TaoTests::apply)
    PetscUseTypeMethod(tao, convergencetest, tao->cnvP);
  else if (tao->niter >= tao->max_it)
    tao->reason = TAO_DIVERGED_MAXITS;
  PetscFunctionReturn(PetscErrorCode{});
}

PetscErrorCode gradient_norm_of(Tao tao, Vec gradient, PetscReal* norm) {
  PetscFunctionBegin;
  if (tao->gradient_norm) {
    PetscScalar squared = 0;
    PetscCall(MatMult(tao->gradient_norm, gradient, tao->gradient_norm_tmp));
    PetscCall(VecDot(gradient, tao->gradient_norm_tmp, &squared));
    *norm = PetscSqrtReal(PetscRealPart(squared));
  } else {
    PetscCall(VecNorm(gradient, NORM_2, norm));
  }
  PetscFunctionReturn(PetscErrorCode{});
}

}  // namespace trireme::optim
