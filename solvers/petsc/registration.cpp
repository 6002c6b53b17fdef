// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/registration.hpp"

#include "solvers/ilu/pc_iluomp.hpp"
#include "solvers/mat/mat_omp.hpp"
#include "solvers/vec/vec_omp.hpp"

namespace trireme::petsc {
namespace {

bool registered = false;

PetscErrorCode forget_registration() {
  registered = false;
  return PetscErrorCode{};
}

}  // namespace

PetscErrorCode register_types() {
  PetscFunctionBegin;
  if (registered) PetscFunctionReturn(PetscErrorCode{});
  registered = true;
  PetscCall(PetscRegisterFinalize(forget_registration));
  PetscCall(vec::register_vec_omp());
  PetscCall(mat::register_mat_omp());
  PetscCall(RegisterIluOmp());
  PetscFunctionReturn(PetscErrorCode{});
}

}  // namespace trireme::petsc

PetscErrorCode PetscDLLibraryRegister_trireme_solvers(void) {
  return trireme::petsc::register_types();
}
