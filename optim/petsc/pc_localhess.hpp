// SPDX-License-Identifier: Apache-2.0
// The PETSc preconditioner `localhess`: the inverse of F'F + (lambda + mu) I, F'F being the Hessian of the
// loss over a fixed block of samples, known on every rank, so that it is applied without communication and
// does not depend on how samples lie on ranks. By the Sherman-Morrison-Woodbury formula only a matrix of the
// order of the block's samples is factorized, whatever the number of weights. Set up by `dance`; DANCE's and
// DiSCO's preconditioner (Zhang, Xiao, arXiv 1501.00263) with all ranks doing alike what there rank 0 does.
//
//   -pc_localhess_mu <given by the caller>   added to the regularization
//
// Works on replicated (sequential) vectors.
#pragma once

#include <petscpc.h>

#include "optim/problem/sample_objective.hpp"

#define PCLOCALHESS "localhess"

extern "C" {
// Registers the type with PETSc; idempotent. Local.
PETSC_VISIBILITY_PUBLIC PetscErrorCode RegisterLocalHess(void);
}

namespace trireme::optim {

// The factor F [block's samples, dim] and lambda > 0 of the next applications; factorizes at once. mu:
// changed when not negative. A PC of another type, the user's choice, is left alone. Local; O(rows^3 +
// nonzeros rows).
void set_local_hessian(PC pc, CurvatureFactor factor, double lambda, double mu = -1);

}  // namespace trireme::optim
