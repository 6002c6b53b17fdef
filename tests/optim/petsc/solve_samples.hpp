// SPDX-License-Identifier: Apache-2.0
// A sample problem solved by `dance` or `pblbfgs`, with what it decided on its way. Called by the tests of
// the TAO types.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <petsctao.h>

#include "optim/petsc/petsc_holder.hpp"
#include "optim/petsc/registration.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "optim/petsc/sample_problem.hpp"
#include "optim/petsc/tao_dance.hpp"
#include "optim/petsc/tao_pblbfgs.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim::test {

struct Solved {
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  int iterations = 0;
  std::vector<double> weights;
  std::vector<GlobalIndex> decisions;  // stage or batch, and step, of every iterate
  std::vector<double> last_observed;
  std::vector<DanceStage> stages;
};

struct Problem {
  const char* type = "dance";
  std::vector<std::pair<std::string, std::string>> options = {};
  double lambda = 1e-3;
  int max_iterations = 500;
  double tolerance = 1e-9;
  std::optional<OptimizerState> resume = {};
  IterateObserver observer = {};
  std::vector<double> start = {};  // empty: zero
};

inline Solved solve(SampleObjective& objective, const Problem& setup) {
  using petsc::check;
  check(register_types());
  for (const auto& [key, value] : setup.options)
    check(PetscOptionsSetValue(nullptr, key.c_str(), value.c_str()));
  const MPI_Comm comm = objective.comm().handle();
  PetscHolder<Vec> w;
  check(VecCreate(comm, w.place()));
  check(VecSetSizes(w.get(), PETSC_DECIDE, static_cast<PetscInt>(objective.dim())));
  check(VecSetType(w.get(), VECSTANDARD));
  if (!setup.start.empty()) ReplicatedSolution::scatter(setup.start, w.get());
  PetscHolder<Tao> tao;
  check(TaoCreate(comm, tao.place()));
  check(TaoSetType(tao.get(), setup.type));
  check(TaoSetSolution(tao.get(), w.get()));
  check(TaoSetTolerances(tao.get(), setup.tolerance, 0, 0));
  check(TaoSetMaximumIterations(tao.get(), setup.max_iterations));
  check(TaoSetFromOptions(tao.get()));
  Solved run;
  set_sample_problem(tao.get(), {.objective = &objective,
                                 .lambda = setup.lambda,
                                 .observer =
                                     [&](const Iterate& iterate) {
                                       run.decisions.push_back(iterate.set.count);
                                       run.decisions.push_back(static_cast<GlobalIndex>(1e6 * iterate.step));
                                       run.decisions.push_back(iterate.krylov_iterations);
                                       run.last_observed = *iterate.weights;
                                       return setup.observer && setup.observer(iterate);
                                     },
                                 .resume = setup.resume});
  check(TaoSolve(tao.get()));
  for (const auto& [key, value] : setup.options) check(PetscOptionsClearValue(nullptr, key.c_str()));
  PetscInt iterations = 0;
  check(TaoGetConvergedReason(tao.get(), &run.reason));
  check(TaoGetIterationNumber(tao.get(), &iterations));
  run.iterations = static_cast<int>(iterations);
  run.weights.resize(static_cast<std::size_t>(objective.dim()));
  ReplicatedSolution(w.get()).gather(w.get(), run.weights);
  if (std::string(setup.type) == "dance") run.stages = dance_stages(tao.get());
  return run;
}

inline void expect_same(const Solved& run, const Solved& alone) {
  EXPECT_EQ(run.reason, alone.reason);
  EXPECT_EQ(run.iterations, alone.iterations);
  EXPECT_EQ(run.decisions, alone.decisions);
  EXPECT_EQ(run.weights, alone.weights);
}

}  // namespace trireme::optim::test
