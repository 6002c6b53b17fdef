// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/petsc/tao_training.hpp"

#include <algorithm>
#include <vector>

#include "optim/petsc/registration.hpp"
#include "optim/petsc/sample_problem.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::dlrm {
namespace {

using petsc::check;

struct Objects {
  Vec solution = nullptr;
  Tao tao = nullptr;
  ~Objects() {
    static_cast<void>(TaoDestroy(&tao));
    static_cast<void>(VecDestroy(&solution));
  }
};

}  // namespace

TaoResult train_by_tao(const TaoTraining& training, optim::SampleObjective& objective, std::span<double> w,
                       const std::function<bool(const TaoIterate&)>& observer) {
  check(optim::register_types());
  const comm::Communicator& comm = objective.comm();
  Objects objects;
  check(VecCreate(comm.handle(), &objects.solution));
  check(VecSetSizes(objects.solution, PETSC_DECIDE, static_cast<PetscInt>(objective.dim())));
  check(VecSetType(objects.solution, VECSTANDARD));
  {
    PetscInt begin = 0, end = 0;
    check(VecGetOwnershipRange(objects.solution, &begin, &end));
    const petsc::WriteView view(objects.solution);
    std::copy(w.begin() + begin, w.begin() + end, view.span().begin());
  }
  check(TaoCreate(comm.handle(), &objects.tao));
  check(TaoSetType(objects.tao, training.type.c_str()));
  check(TaoSetSolution(objects.tao, objects.solution));
  check(TaoSetTolerances(objects.tao, 1e-8, 0, 0));
  check(TaoSetMaximumIterations(objects.tao, training.max_iterations));
  check(TaoSetMaximumFunctionEvaluations(objects.tao, 1000000));
  check(TaoSetFromOptions(objects.tao));
  bool ended = false;
  optim::SampleProblem problem;
  problem.objective = &objective;
  problem.lambda = problem.last_lambda = training.lambda;
  problem.observer = [&](const optim::Iterate& iterate) {
    ended = observer({iterate.iteration, iterate.set.count, iterate.objective, iterate.gradient_norm,
                      std::span<const double>(*iterate.weights)});
    return ended;
  };
  optim::set_sample_problem(objects.tao, std::move(problem));
  check(TaoSolve(objects.tao));

  std::vector<double> mine;
  {
    const petsc::ReadView view(objects.solution);
    mine.assign(view.span().begin(), view.span().end());
  }
  const std::vector<double> all = comm::all_gather(comm, mine);
  std::copy(all.begin(), all.end(), w.begin());
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  PetscInt iterations = 0;
  check(TaoGetConvergedReason(objects.tao, &reason));
  check(TaoGetIterationNumber(objects.tao, &iterations));
  TaoResult result;
  result.reason = TaoConvergedReasons[reason];
  result.iterations = static_cast<int>(iterations);
  result.at_limit = !ended && (reason == TAO_DIVERGED_MAXITS || reason == TAO_DIVERGED_MAXFCN);
  result.failed = !ended && reason < 0 && !result.at_limit;
  return result;
}

}  // namespace trireme::dlrm
