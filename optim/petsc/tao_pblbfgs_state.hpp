// SPDX-License-Identifier: Apache-2.0
// What a Tao of type `pblbfgs` keeps between calls, and the two ways it solves. Inside optim/petsc only.
#pragma once

#include <string>

#include <petsctao.h>

#include "optim/pblbfgs/pblbfgs_options.hpp"
#include "optim/petsc/sample_problem.hpp"
#include "optim/petsc/tao_pblbfgs.hpp"

namespace trireme::optim {

struct PblbfgsState {
  PblbfgsOptions options;
  PblbfgsHistory history;
  Mat memory = nullptr;    // without samples: of the last solve,
  Vec solution = nullptr;  // which was of this vector
  int memory_history = 0;  // and of so many pairs
};

std::string pblbfgs_prefix(Tao tao);

// On samples. Throws Error. Collective.
void solve_by_batches(Tao tao, PblbfgsState& state, const SampleProblem& problem);
// On the Tao's own callbacks.
PetscErrorCode solve_by_lbfgs(Tao tao, PblbfgsState& state);

}  // namespace trireme::optim
