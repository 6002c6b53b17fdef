// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/tao_dance.hpp"

#include <utility>

#include "optim/dance/stage_schedule.hpp"
#include "optim/petsc/tao_dance_state.hpp"
#include "optim/petsc/tao_frame.hpp"
#include "solvers/base/error.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;
using petsc::success;
using petsc::to_petsc;

DanceState& state_of(Tao tao) {
  return *static_cast<DanceState*>(tao->data);
}

void require_dance(Tao tao) {
  PetscBool same = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(tao), TAODANCE, &same));
  if (same == PETSC_FALSE) throw Error(ErrorKind::input, "the Tao is not of type dance");
}

PetscErrorCode TaoSolve_Dance(Tao tao) {
  PetscFunctionBegin;
  const SampleProblem* problem = nullptr;
  PetscCall(to_petsc([&] {
    problem = sample_problem(tao);
    if (problem != nullptr) solve_by_stages(tao, state_of(tao), *problem);
    return success;
  }));
  if (problem == nullptr) PetscCall(solve_by_newton(tao));
  PetscFunctionReturn(success);
}

PetscErrorCode read_options(PetscOptionItems* PetscOptionsObject, DanceState& state) {
  DanceOptions& o = state.options;
  const auto real = [&](const char* key, const char* text, double& value) {
    return read_real(PetscOptionsObject, key, text, value);
  };
  const auto integer = [&](const char* key, const char* text, int& value) {
    return read_int(PetscOptionsObject, key, text, value);
  };
  PetscBool published = PETSC_FALSE, set = PETSC_FALSE;
  PetscCall(
      PetscOptionsBool("-tao_dance_published", "The paper's form", nullptr, published, &published, nullptr));
  if (published) o = DanceOptions::published();
  PetscCall(real("-tao_dance_c", "Regularization of stage n is c V_n", o.c));
  PetscCall(real("-tao_dance_gamma", "V_n = n^-gamma", o.gamma));
  PetscCall(real("-tao_dance_alpha", "Growth of the stages", o.alpha));
  PetscCall(integer("-tao_dance_m0", "Samples of the first stage", o.m0));
  PetscCall(real("-tao_dance_beta", "Residual of CG over the gradient's norm", o.beta));
  PetscCall(
      real("-tao_dance_hess_fraction", "Share of a stage's samples in Hessian products", o.hess_fraction));
  PetscCall(integer("-tao_dance_hess_min", "Least samples in Hessian products", o.hess_min));
  PetscCall(integer("-tao_dance_max_newton", "Newton steps in a stage", o.max_newton));
  PetscCall(
      integer("-tao_dance_localhess_rows", "Samples in the preconditioner; 0 for none", o.localhess_rows));
  PetscCall(real("-tao_dance_localhess_mu", "Added to its regularization", o.localhess_mu));
  PetscCall(real("-tao_dance_damping", "Initial damping where the loss is not convex", o.damping));
  const char* const stops[] = {"decrement", "gradient", "tao"};
  PetscInt choice = static_cast<PetscInt>(o.stop);
  PetscCall(PetscOptionsEList("-tao_dance_stop", "End of a stage", nullptr, stops, 3, stops[choice], &choice,
                              &set));
  if (set) o.stop = static_cast<DanceStop>(choice);
  const char* const steps[] = {"linesearch", "damped"};
  choice = static_cast<PetscInt>(o.step);
  PetscCall(PetscOptionsEList("-tao_dance_step", "Length of steps", nullptr, steps, 2, steps[choice], &choice,
                              &set));
  if (set) o.step = static_cast<DanceStep>(choice);
  const char* const curvatures[] = {"automatic", "hessian", "gauss_newton"};
  choice = static_cast<PetscInt>(state.curvature);
  PetscCall(PetscOptionsEList("-tao_dance_curvature", "Matrix of the Newton system", nullptr, curvatures, 3,
                              curvatures[choice], &choice, &set));
  if (set) state.curvature = static_cast<DanceCurvature>(choice);
  return success;
}

PetscErrorCode TaoSetFromOptions_Dance(Tao tao, PetscOptionItems* PetscOptionsObject) {
  PetscFunctionBegin;
  // Taken over only when all of them are in range.
  DanceState changed = state_of(tao);
  PetscOptionsHeadBegin(PetscOptionsObject, "DANCE options");
  PetscCall(read_options(PetscOptionsObject, changed));
  PetscOptionsHeadEnd();
  PetscBool c_given = PETSC_FALSE;
  PetscCall(PetscOptionsHasName(tao->hdr.options, tao->hdr.prefix, "-tao_dance_c", &c_given));
  if (c_given) changed.c_given = true;
  PetscCall(to_petsc([&] {
    changed.options.validate();
    state_of(tao) = std::move(changed);
    return success;
  }));
  PetscCall(TaoLineSearchSetFromOptions(tao->linesearch));
  PetscCall(KSPSetFromOptions(tao->ksp));
  PetscFunctionReturn(success);
}

PetscErrorCode TaoView_Dance(Tao tao, PetscViewer viewer) {
  PetscFunctionBegin;
  const DanceState& state = state_of(tao);
  const DanceOptions& o = state.options;
  PetscBool ascii = PETSC_FALSE;
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &ascii));
  if (!ascii) PetscFunctionReturn(success);
  PetscCall(PetscViewerASCIIPrintf(
      viewer, "  c %g, gamma %g, alpha %g, m0 %d, beta %g, Hessian on %g of the samples\n", o.c, o.gamma,
      o.alpha, o.m0, o.beta, o.hess_fraction));
  for (const DanceStage& stage : state.stages)
    PetscCall(PetscViewerASCIIPrintf(
        viewer,
        "  stage of %lld samples: %d Newton steps, %d Krylov iterations, gradient norm %g, %.2f passes\n",
        static_cast<long long>(stage.samples), stage.newton_steps, stage.krylov_iterations,
        stage.gradient_norm, stage.passes));
  PetscFunctionReturn(success);
}

PetscErrorCode TaoDestroy_Dance(Tao tao) {
  PetscFunctionBegin;
  PetscCall(KSPDestroy(&tao->ksp));
  delete static_cast<DanceState*>(tao->data);
  tao->data = nullptr;
  PetscFunctionReturn(success);
}

PetscErrorCode TaoCreate_Dance(Tao tao) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    tao->data = new DanceState;
    return success;
  }));
  tao->ops->setup = create_work_vectors;
  tao->ops->solve = TaoSolve_Dance;
  tao->ops->view = TaoView_Dance;
  tao->ops->setfromoptions = TaoSetFromOptions_Dance;
  tao->ops->destroy = TaoDestroy_Dance;
  PetscCall(create_line_search(tao));
  PetscCall(KSPCreate(PetscObjectComm(reinterpret_cast<PetscObject>(tao)), &tao->ksp));
  PetscCall(PetscObjectIncrementTabLevel(reinterpret_cast<PetscObject>(tao->ksp),
                                         reinterpret_cast<PetscObject>(tao), 1));
  PetscCall(KSPSetOptionsPrefix(tao->ksp, tao->hdr.prefix));
  PetscCall(KSPAppendOptionsPrefix(tao->ksp, "tao_dance_"));
  PetscCall(KSPSetType(tao->ksp, KSPCG));
  PC pc = nullptr;
  PetscCall(KSPGetPC(tao->ksp, &pc));
  PetscCall(PCSetType(pc, PCNONE));
  PetscFunctionReturn(success);
}

}  // namespace

std::string dance_prefix(Tao tao) {
  return prefix_of_parts(tao, "tao_dance_");
}

DanceOptions options_for(const DanceState& state, const SampleProblem& problem) {
  DanceOptions options = state.options;
  if (problem.last_lambda > 0 && !state.c_given)
    options.c = problem.last_lambda / StageSchedule(options, 0).accuracy(problem.objective->size());
  return options;
}

std::vector<DanceStage> dance_stages(Tao tao) {
  require_dance(tao);
  return state_of(tao).stages;
}

double dance_last_lambda(Tao tao) {
  require_dance(tao);
  const SampleProblem* problem = sample_problem(tao);
  if (problem == nullptr) throw Error(ErrorKind::input, "the Tao has no sample problem");
  const GlobalIndex n = problem->objective->size();
  return StageSchedule(options_for(state_of(tao), *problem), n).lambda(n);
}

}  // namespace trireme::optim

PetscErrorCode RegisterDance(void) {
  PetscFunctionBegin;
  PetscCall(TaoRegister(TAODANCE, trireme::optim::TaoCreate_Dance));
  PetscFunctionReturn(trireme::petsc::success);
}
