// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/pc_iluomp.hpp"

#include <petsc/private/matimpl.h>

#include "solvers/ilu/pc_iluomp_state.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/log_event.hpp"

namespace trireme::ilu {
namespace {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;
using petsc::WriteView;

// 2 operations for each stored entry, but none to add to for the first of a diagonal block's row.
PetscLogDouble solve_flops(const IluPlan& plan) {
  const double entries = static_cast<double>(plan.factor_blocks()) * plan.block_size * plan.block_size;
  return 2.0 * entries - static_cast<double>(plan.rows()) * plan.block_size;
}

enum class Direction { forward, transposed };

template <class Value>
void solve(BlockIlu<Value>& factors, Direction direction, std::span<const double> b, std::span<double> x) {
  if (direction == Direction::forward) {
    factors.solve(b, x);
  } else {
    factors.solve_transposed(b, x);
  }
}

// No PetscFunctionBegin where exceptions may pass: they would leave the function on PETSc's stack.
PetscErrorCode apply_in(PC pc, Direction direction, Vec b, Vec x) {
  IluOmpState& state = state_of(pc);
  // The event of PETSc's own factors, so that -log_view has one row for either.
  const petsc::LogEvent event(MAT_Solve, pc->pmat, b, x);
  const ReadView from(b);
  const WriteView to(x);
  if (auto* in_double = std::get_if<BlockIlu<double>>(&state.factors)) {
    solve(*in_double, direction, from.span(), to.span());
  } else {
    solve(std::get<BlockIlu<float>>(state.factors), direction, from.span(), to.span());
  }
  PetscCall(PetscLogFlops(solve_flops(*state.plan)));
  return success;
}

PetscErrorCode PCSetUp_IluOmp(PC pc) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return set_up(pc); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCApply_IluOmp(PC pc, Vec b, Vec x) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return apply_in(pc, Direction::forward, b, x); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCApplyTranspose_IluOmp(PC pc, Vec b, Vec x) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return apply_in(pc, Direction::transposed, b, x); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCSetFromOptions_IluOmp(PC pc, PetscOptionItems* PetscOptionsObject) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return set_from_options(pc, PetscOptionsObject); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCView_IluOmp(PC pc, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(view(pc, viewer));
  PetscFunctionReturn(success);
}

PetscErrorCode PCReset_IluOmp(PC pc) {
  PetscFunctionBegin;
  state_of(pc).forget_plan();
  PetscFunctionReturn(success);
}

PetscErrorCode PCDestroy_IluOmp(PC pc) {
  PetscFunctionBegin;
  delete static_cast<IluOmpState*>(pc->data);
  pc->data = nullptr;
  PetscCall(clear_factor_methods(pc));
  PetscFunctionReturn(success);
}

PetscErrorCode PCCreate_IluOmp(PC pc) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    pc->data = new IluOmpState;
    return success;
  }));
  pc->ops->setup = PCSetUp_IluOmp;
  pc->ops->apply = PCApply_IluOmp;
  pc->ops->applytranspose = PCApplyTranspose_IluOmp;
  pc->ops->setfromoptions = PCSetFromOptions_IluOmp;
  pc->ops->view = PCView_IluOmp;
  pc->ops->reset = PCReset_IluOmp;
  pc->ops->destroy = PCDestroy_IluOmp;
  PetscCall(compose_factor_methods(pc));
  PetscFunctionReturn(success);
}

}  // namespace
}  // namespace trireme::ilu

PetscErrorCode RegisterIluOmp(void) {
  PetscFunctionBegin;
  PetscCall(PCRegister(PCILUOMP, trireme::ilu::PCCreate_IluOmp));
  PetscFunctionReturn(trireme::petsc::success);
}
