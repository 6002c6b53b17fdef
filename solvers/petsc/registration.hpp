// SPDX-License-Identifier: Apache-2.0
// Makes the PETSc types of this library known to PETSc: Vec `omp`, Mat `aijomp` and `baijomp`, PC `iluomp`.
// Programs that link the library call register_types() after PetscInitialize; unmodified programs load it by
// PETSC_OPTIONS="-dll_append /path/to/libtrireme_solvers.so", for which PETSc looks up the second function by
// the library's name.
#pragma once

#include <petscsys.h>

namespace trireme::petsc {

// Idempotent between PetscInitialize and PetscFinalize, and again after the next PetscInitialize. Local to
// the rank.
PetscErrorCode register_types();

}  // namespace trireme::petsc

// What -dll_append calls: registers the types and counts the ranks that share this rank's cores. Collective
// on PETSC_COMM_WORLD, as PetscInitialize is.
extern "C" PETSC_VISIBILITY_PUBLIC PetscErrorCode PetscDLLibraryRegister_trireme_solvers(void);
