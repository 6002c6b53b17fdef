// SPDX-License-Identifier: Apache-2.0
// What every iteration of our TAO types does for TAO: histories, monitors, tests. The one place that touches
// Tao's fields for it. Called by `dance` and `pblbfgs`.
#pragma once

#include <petsctao.h>

namespace trireme::optim {

enum class TaoTests { apply, skip };

// Tells TAO of iteration tao->niter; with `apply` its convergence tests may set tao->reason. A value that is
// not finite sets TAO_DIVERGED_NAN instead of reaching the monitors. Collective.
PetscErrorCode record_iteration(Tao tao, PetscReal objective, PetscReal gradient_norm, PetscReal step,
                                TaoTests tests);

// ||g||, in the application's norm where it has set one (TaoSetGradientNorm). Collective.
PetscErrorCode gradient_norm_of(Tao tao, Vec gradient, PetscReal* norm);

}  // namespace trireme::optim
