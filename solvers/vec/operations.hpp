// SPDX-License-Identifier: Apache-2.0
// The entries of the `omp` type's function table, by the names of the table. Called by create.cpp, which
// installs them, and through the table by PETSc.
#pragma once

#include <petsc/private/vecimpl.h>

namespace trireme::vec {

// One rank's part of a reduction; no communication.
PetscErrorCode dot_local(Vec x, Vec y, PetscScalar* value);
PetscErrorCode mdot_local(Vec x, PetscInt count, const Vec ys[], PetscScalar* values);
PetscErrorCode norm_local(Vec x, NormType type, PetscReal* values);
PetscErrorCode sum_local(Vec x, PetscScalar* value);

// Reductions over all ranks of the vector. Collective.
PetscErrorCode dot_global(Vec x, Vec y, PetscScalar* value);
PetscErrorCode mdot_global(Vec x, PetscInt count, const Vec ys[], PetscScalar* values);
PetscErrorCode norm_global(Vec x, NormType type, PetscReal* values);
PetscErrorCode max_global(Vec x, PetscInt* index, PetscReal* value);
PetscErrorCode min_global(Vec x, PetscInt* index, PetscReal* value);
PetscErrorCode maxpointwisedivide_global(Vec x, Vec y, PetscReal* value);
PetscErrorCode dotnorm2_global(Vec x, Vec y, PetscScalar* dot, PetscScalar* square);

// Writes the table's local updates and entrywise operations.
void install_updates(VecOps operations);
void install_entrywise(VecOps operations);
void install_reductions(VecOps operations);

}  // namespace trireme::vec
