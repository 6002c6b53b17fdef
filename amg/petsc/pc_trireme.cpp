// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/pc_trireme.hpp"

#include <limits>

#include "amg/petsc/pc_trireme_state.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"

namespace trireme::amg {
namespace {

using petsc::success;
using petsc::to_petsc;

// No PetscFunctionBegin where exceptions may pass: they would leave the function on PETSc's stack.
PetscErrorCode apply_in(PC pc, Vec r, Vec z) {
  TriremeState& state = state_of(pc);
  // After a failed set-up a KSP may still come here; where it meets NaN it asks for the failed reason.
  if (!state.multigrid) return VecSet(z, std::numeric_limits<PetscReal>::quiet_NaN());
  const petsc::ReadView from(r);
  const petsc::WriteView to(z);
  state.multigrid->apply(from.span(), to.span());
  ++state.applications;
  return success;
}

PetscErrorCode PCSetUp_Trireme(PC pc) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return set_up(pc); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCApply_Trireme(PC pc, Vec r, Vec z) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return apply_in(pc, r, z); }));
  PetscFunctionReturn(success);
}

// The cycle is its own transpose where matrix and sweeps are symmetric.
PetscErrorCode PCApplyTranspose_Trireme(PC pc, Vec r, Vec z) {
  PetscFunctionBegin;
  PetscCheck(state_of(pc).symmetric, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_SUP,
             "trireme cannot apply the transpose (matrix, sweeps or cycle are not known to be symmetric) -> "
             "call MatSetOption(A, MAT_SYMMETRIC, PETSC_TRUE) if the matrix is, and let relax_type_up mirror "
             "relax_type_down in a V- or W-cycle");
  PetscCall(to_petsc([&] { return apply_in(pc, r, z); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCMatApply_Trireme(PC pc, Mat r, Mat z) {
  PetscFunctionBegin;
  PetscInt columns = 0;
  PetscCall(MatGetSize(r, nullptr, &columns));
  for (PetscInt column = 0; column < columns; ++column) {
    Vec from = nullptr, to = nullptr;
    PetscCall(MatDenseGetColumnVecRead(r, column, &from));
    PetscCall(MatDenseGetColumnVecWrite(z, column, &to));
    PetscCall(PCApply_Trireme(pc, from, to));
    PetscCall(MatDenseRestoreColumnVecWrite(z, column, &to));
    PetscCall(MatDenseRestoreColumnVecRead(r, column, &from));
  }
  PetscFunctionReturn(success);
}

PetscErrorCode PCSetFromOptions_Trireme(PC pc, PetscOptionItems* PetscOptionsObject) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return set_from_options(pc, PetscOptionsObject); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCView_Trireme(PC pc, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] { return view(pc, viewer); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCReset_Trireme(PC pc) {
  PetscFunctionBegin;
  state_of(pc).forget_hierarchy();
  PetscFunctionReturn(success);
}

PetscErrorCode PCDestroy_Trireme(PC pc) {
  PetscFunctionBegin;
  delete static_cast<TriremeState*>(pc->data);
  pc->data = nullptr;
  PetscFunctionReturn(success);
}

PetscErrorCode PCCreate_Trireme(PC pc) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    pc->data = new TriremeState;
    return success;
  }));
  pc->ops->setup = PCSetUp_Trireme;
  pc->ops->apply = PCApply_Trireme;
  pc->ops->applytranspose = PCApplyTranspose_Trireme;
  pc->ops->matapply = PCMatApply_Trireme;
  pc->ops->setfromoptions = PCSetFromOptions_Trireme;
  pc->ops->view = PCView_Trireme;
  pc->ops->reset = PCReset_Trireme;
  pc->ops->destroy = PCDestroy_Trireme;
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode register_types() {
  PetscFunctionBegin;
  PetscCall(petsc::register_types());
  PetscCall(RegisterTrireme());
  PetscFunctionReturn(success);
}

}  // namespace trireme::amg

PetscErrorCode RegisterTrireme(void) {
  PetscFunctionBegin;
  PetscCall(PCRegister(PCTRIREME, trireme::amg::PCCreate_Trireme));
  PetscFunctionReturn(trireme::petsc::success);
}

PetscErrorCode PetscDLLibraryRegister_trireme_amg(void) {
  PetscFunctionBegin;
  PetscCall(PetscDLLibraryRegister_trireme_solvers());
  PetscCall(RegisterTrireme());
  PetscFunctionReturn(trireme::petsc::success);
}
