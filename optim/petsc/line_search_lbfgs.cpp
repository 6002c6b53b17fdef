// SPDX-License-Identifier: Apache-2.0
// PB-L-BFGS without samples: L-BFGS with PETSc's MATLMVMBFGS and TAO's line search, on the application's
// callbacks. TAO's own lmvm, when a search fails, multiplies the solution by the approximation into the
// gradient and goes on with the stale direction (seen in 3.18.5); here the memory is cleared and the gradient
// is followed from the point where the search began.
#include <petsc/private/taoimpl.h>
#include <petscksp.h>

#include "optim/petsc/tao_iteration.hpp"
#include "optim/petsc/tao_pblbfgs_state.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::success;

// A run of values that are far too large, as a simulation gives where it fails, ends some searches; so many
// in turn are survived.
constexpr int failures_allowed = 4;

PetscErrorCode make_memory(Tao tao, int history, Mat* memory) {
  PetscFunctionBegin;
  PetscInt n = 0, n_global = 0;
  PetscCall(KSPInitializePackage());  // which registers the matrix types
  PetscCall(VecGetLocalSize(tao->solution, &n));
  PetscCall(VecGetSize(tao->solution, &n_global));
  PetscCall(MatCreate(PetscObjectComm(reinterpret_cast<PetscObject>(tao)), memory));
  PetscCall(MatSetSizes(*memory, n, n, n_global, n_global));
  PetscCall(MatSetType(*memory, MATLMVMBFGS));
  PetscCall(MatSetOption(*memory, MAT_SPD, PETSC_TRUE));
  PetscCall(MatSetOptionsPrefix(*memory, pblbfgs_prefix(tao).c_str()));
  PetscCall(MatLMVMSetHistorySize(*memory, history));
  PetscCall(MatSetFromOptions(*memory));
  PetscCall(MatLMVMAllocate(*memory, tao->solution, tao->gradient));
  PetscFunctionReturn(success);
}

// One line search; a failed one leaves solution, gradient and f as they were.
PetscErrorCode search(Tao tao, Vec x_before, Vec g_before, PetscReal first_step, PetscReal* f,
                      PetscReal* step, bool* found) {
  PetscFunctionBegin;
  const PetscReal f_before = *f;
  TaoLineSearchConvergedReason reason = TAOLINESEARCH_CONTINUE_ITERATING;
  PetscCall(VecCopy(tao->solution, x_before));
  PetscCall(VecCopy(tao->gradient, g_before));
  PetscCall(TaoLineSearchSetInitialStepLength(tao->linesearch, first_step));
  PetscCall(TaoLineSearchApply(tao->linesearch, tao->solution, f, tao->gradient, tao->stepdirection, step,
                               &reason));
  PetscCall(TaoAddLineSearchCounts(tao));
  *found =
      (reason == TAOLINESEARCH_SUCCESS || reason == TAOLINESEARCH_SUCCESS_USER) && !PetscIsInfOrNanReal(*f);
  if (!*found) {
    *f = f_before;
    PetscCall(VecCopy(x_before, tao->solution));
    PetscCall(VecCopy(g_before, tao->gradient));
  }
  PetscFunctionReturn(success);
}

PetscErrorCode iterate(Tao tao, Mat memory, Vec x_before, Vec g_before) {
  PetscFunctionBegin;
  PetscReal f = 0, norm = 0, step = 1;
  PetscCall(TaoComputeObjectiveAndGradient(tao, tao->solution, &f, tao->gradient));
  PetscCall(gradient_norm_of(tao, tao->gradient, &norm));
  tao->reason = TAO_CONTINUE_ITERATING;
  PetscCall(record_iteration(tao, f, norm, step, TaoTests::apply));
  int failures = 0;
  while (tao->reason == TAO_CONTINUE_ITERATING) {
    PetscTryTypeMethod(tao, update, tao->niter, tao->user_update);
    bool fresh = failures > 0;
    if (!fresh) {
      PetscScalar along = 0;
      PetscInt updates = 0;
      PetscCall(MatLMVMUpdate(memory, tao->solution, tao->gradient));
      PetscCall(MatSolve(memory, tao->gradient, tao->stepdirection));
      PetscCall(VecDot(tao->stepdirection, tao->gradient, &along));
      PetscCall(MatLMVMGetUpdateCount(memory, &updates));
      fresh = updates == 0 || !(PetscRealPart(along) > 0) || PetscIsInfOrNanScalar(along);
    }
    // Without curvature the first trial has the length 1, or what is left of it after failures.
    PetscReal first_step = 1;
    if (fresh) {
      PetscCall(MatLMVMReset(memory, PETSC_FALSE));
      PetscCall(MatLMVMUpdate(memory, tao->solution, tao->gradient));
      PetscCall(VecCopy(tao->gradient, tao->stepdirection));
      first_step = PetscMin(1.0, 1.0 / norm) * PetscPowReal(0.1, failures);
    }
    PetscCall(VecScale(tao->stepdirection, -1));
    bool found = false;
    PetscCall(search(tao, x_before, g_before, first_step, &f, &step, &found));
    if (!found) {
      if (++failures > failures_allowed) tao->reason = TAO_DIVERGED_LS_FAILURE;
      continue;
    }
    failures = 0;
    tao->niter++;
    PetscCall(gradient_norm_of(tao, tao->gradient, &norm));
    PetscCall(record_iteration(tao, f, norm, step, TaoTests::apply));
  }
  PetscFunctionReturn(success);
}

// The memory of the solve before goes on where TaoSetRecycleHistory asks for it, the solution has not changed
// its layout, and the option for its size is the same.
PetscErrorCode prepare_memory(Tao tao, PblbfgsState& state) {
  PetscFunctionBegin;
  PetscBool recycle = PETSC_FALSE;
  PetscCall(TaoGetRecycleHistory(tao, &recycle));
  if (recycle && state.memory != nullptr && state.solution == tao->solution &&
      state.memory_history == state.options.history)
    PetscFunctionReturn(success);
  PetscCall(PetscObjectReference(reinterpret_cast<PetscObject>(tao->solution)));
  PetscCall(VecDestroy(&state.solution));
  state.solution = tao->solution;
  PetscCall(MatDestroy(&state.memory));
  PetscCall(make_memory(tao, state.options.history, &state.memory));
  state.memory_history = state.options.history;
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode solve_by_lbfgs(Tao tao, PblbfgsState& state) {
  PetscFunctionBegin;
  Vec x_before = nullptr, g_before = nullptr;
  PetscCall(prepare_memory(tao, state));
  PetscCall(VecDuplicate(tao->solution, &x_before));
  PetscCall(VecDuplicate(tao->gradient, &g_before));
  PetscCall(iterate(tao, state.memory, x_before, g_before));
  PetscCall(VecDestroy(&x_before));
  PetscCall(VecDestroy(&g_before));
  PetscFunctionReturn(success);
}

}  // namespace trireme::optim
