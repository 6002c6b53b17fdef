// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/registration.hpp"

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/core_sharing.hpp"
#include "solvers/ilu/pc_iluomp.hpp"
#include "solvers/mat/mat_omp.hpp"
#include "solvers/petsc/error_bridge.hpp"
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
  PetscCall(PetscRegisterFinalize(forget_registration));
  PetscCall(vec::register_vec_omp());
  PetscCall(mat::register_mat_omp());
  PetscCall(RegisterIluOmp());
  registered = true;
  PetscFunctionReturn(PetscErrorCode{});
}

}  // namespace trireme::petsc

PetscErrorCode PetscDLLibraryRegister_trireme_solvers(void) {
  PetscFunctionBegin;
  PetscCall(trireme::petsc::register_types());
  // An unmodified program has nobody else to count the ranks that share its cores.
  PetscCall(trireme::petsc::to_petsc([] {
    trireme::comm::share_cores(trireme::comm::Communicator(PETSC_COMM_WORLD));
    return trireme::petsc::success;
  }));
  PetscFunctionReturn(trireme::petsc::success);
}
