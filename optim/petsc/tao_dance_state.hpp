// SPDX-License-Identifier: Apache-2.0
// What a Tao of type `dance` keeps between calls, and the two ways it solves. Inside optim/petsc only.
#pragma once

#include <string>
#include <vector>

#include <petsctao.h>

#include "optim/dance/dance_options.hpp"
#include "optim/petsc/sample_problem.hpp"
#include "optim/petsc/tao_dance.hpp"

namespace trireme::optim {

enum class DanceCurvature { automatic, hessian, gauss_newton };

struct DanceState {
  DanceOptions options;
  bool c_given = false;  // by an option
  DanceCurvature curvature = DanceCurvature::automatic;
  std::vector<DanceStage> stages;
};

// Options of the parts of a Tao with options prefix p: "p" + "tao_dance_".
std::string dance_prefix(Tao tao);

// With the c that the problem's last_lambda asks for.
DanceOptions options_for(const DanceState& state, const SampleProblem& problem);

// On samples. Throws Error. Collective.
void solve_by_stages(Tao tao, DanceState& state, const SampleProblem& problem);
// On the Tao's own callbacks.
PetscErrorCode solve_by_newton(Tao tao);

}  // namespace trireme::optim
