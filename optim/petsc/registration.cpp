// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/registration.hpp"

#include "optim/petsc/pc_localhess.hpp"
#include "optim/petsc/tao_dance.hpp"
#include "optim/petsc/tao_pblbfgs.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"

namespace trireme::optim {
namespace {

PetscErrorCode register_own_types() {
  PetscFunctionBegin;
  PetscCall(RegisterLocalHess());
  PetscCall(RegisterDance());
  PetscCall(RegisterPblbfgs());
  PetscFunctionReturn(petsc::success);
}

}  // namespace

PetscErrorCode register_types() {
  PetscFunctionBegin;
  PetscCall(petsc::register_types());
  PetscCall(register_own_types());
  PetscFunctionReturn(petsc::success);
}

}  // namespace trireme::optim

PetscErrorCode PetscDLLibraryRegister_trireme_optim(void) {
  PetscFunctionBegin;
  PetscCall(PetscDLLibraryRegister_trireme_solvers());
  PetscCall(trireme::optim::register_own_types());
  PetscFunctionReturn(trireme::petsc::success);
}
