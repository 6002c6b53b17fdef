// SPDX-License-Identifier: Apache-2.0
// A training problem's objective, gradient and Hessian over all samples as a Tao's callbacks, for TAO's own
// types (lmvm, nls, ...), the baselines of trireme-optim.
#pragma once

#include <memory>

#include <petsctao.h>

#include "optim/petsc/petsc_holder.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "optim/problem/regularized_objective.hpp"
#include "optim/train/iterate.hpp"

namespace trireme::optim {

class FullBatch {
 public:
  // Sets the callbacks of `tao`, whose solution must be set, and a monitor that passes every iterate on to
  // the observer (whose wish to stop ends the run with TAO_CONVERGED_USER). Must outlive the solve. Throws
  // Error.
  FullBatch(Tao tao, const RegularizedObjective& objective, IterateObserver observer);
  FullBatch(const FullBatch&) = delete;
  FullBatch& operator=(const FullBatch&) = delete;

 private:
  static PetscErrorCode evaluate(Tao, Vec x, PetscReal* f, Vec g, void* self);
  static PetscErrorCode hessian(Tao, Vec x, Mat matrix, Mat, void* self);
  static PetscErrorCode multiply(Mat matrix, Vec x, Vec y);
  static PetscErrorCode monitor(Tao tao, void* self);

  const RegularizedObjective& objective_;
  IterateObserver observer_;
  ReplicatedSolution replicated_;
  PetscHolder<Mat> matrix_;
  std::vector<double> w_, g_, at_, u_, product_;  // w_, g_: of the last evaluation; at_: the Hessian's point
};

}  // namespace trireme::optim
