// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/petsc/tao_training.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

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

// DANCE regularizes a stage of n samples with c / n^gamma; the last one is to have lambda.
// The option that says so goes with the object, since later solves are not this one's.
class LastLambda {
 public:
  LastLambda(double lambda, GlobalIndex n_samples) {
    PetscBool given = PETSC_FALSE;
    check(PetscOptionsHasName(nullptr, nullptr, "-tao_dance_c", &given));
    if (given == PETSC_TRUE) return;
    PetscReal gamma = 1;
    check(PetscOptionsGetReal(nullptr, nullptr, "-tao_dance_gamma", &gamma, nullptr));
    const double c = lambda * std::pow(static_cast<double>(n_samples), gamma);
    check(PetscOptionsSetValue(nullptr, "-tao_dance_c", fmt::format("{:.17g}", c).c_str()));
    is_set_ = true;
  }
  ~LastLambda() {
    if (is_set_) static_cast<void>(PetscOptionsClearValue(nullptr, "-tao_dance_c"));
  }
  LastLambda(const LastLambda&) = delete;
  LastLambda& operator=(const LastLambda&) = delete;

 private:
  bool is_set_ = false;
};

}  // namespace

TaoResult train_by_tao(const TaoTraining& training, optim::SampleObjective& objective, std::span<double> w,
                       const std::function<bool(const TaoIterate&)>& observer) {
  check(optim::register_types());
  std::optional<LastLambda> last_lambda;
  if (training.type == "dance") last_lambda.emplace(training.lambda, objective.size());
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
  problem.lambda = training.lambda;
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
