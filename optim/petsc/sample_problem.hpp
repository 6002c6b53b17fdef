// SPDX-License-Identifier: Apache-2.0
// A training problem attached to a Tao. The types `dance` and `pblbfgs` then work on samples; without it they
// use the Tao's own objective, gradient and Hessian.
//
//   TaoSetType(tao, "dance");
//   set_sample_problem(tao, {.objective = &objective, .lambda = 1e-4});
//   TaoSetSolution(tao, w);   // w [dim], distributed as you like
//   TaoSolve(tao);
#pragma once

#include <optional>

#include <petsctao.h>

#include "optim/problem/sample_objective.hpp"
#include "optim/train/iterate.hpp"

namespace trireme::optim {

struct SampleProblem {
  SampleObjective* objective = nullptr;  // must outlive the solve; its communicator has the Tao's ranks
  double lambda = 0;                     // of PB-L-BFGS
  // Of DANCE: the regularization of its last stage, from which c follows; 0, or where -tao_dance_c is given:
  // c V_N.
  double last_lambda = 0;
  IterateObserver observer = {};
  std::optional<OptimizerState> resume = {};
};

// Replaces what was attached before. Throws Error. Collective as PetscObjectCompose is.
void set_sample_problem(Tao tao, SampleProblem problem);
// Null when none is attached.
const SampleProblem* sample_problem(Tao tao);

}  // namespace trireme::optim
