// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/mat_omp.hpp"
#include "solvers/mat/mpi_type.hpp"
#include "solvers/mat/seq_type.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::mat {
namespace {

using petsc::success;

// PETSc's own factorisations, which are those of the base types, under the names of ours.
PetscErrorCode register_factors(MatType base, MatType ours) {
  PetscFunctionBegin;
  for (const MatFactorType factor : {MAT_FACTOR_LU, MAT_FACTOR_CHOLESKY, MAT_FACTOR_ILU, MAT_FACTOR_ICC}) {
    PetscErrorCode (*create)(Mat, MatFactorType, Mat*) = nullptr;
    PetscCall(MatSolverTypeGet(MATSOLVERPETSC, base, factor, nullptr, nullptr, &create));
    if (create != nullptr) PetscCall(MatSolverTypeRegister(MATSOLVERPETSC, ours, factor, create));
  }
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode register_mat_omp() {
  PetscFunctionBegin;
  PetscCall(MatInitializePackage());
  PetscCall(register_seq_types());
  PetscCall(register_mpi_types());
  PetscCall(MatRegisterRootName(type_aijomp, type_seqaijomp, type_mpiaijomp));
  PetscCall(MatRegisterRootName(type_baijomp, type_seqbaijomp, type_mpibaijomp));
  PetscCall(register_factors(MATSEQAIJ, type_seqaijomp));
  PetscCall(register_factors(MATSEQBAIJ, type_seqbaijomp));
  PetscFunctionReturn(success);
}

}  // namespace trireme::mat
