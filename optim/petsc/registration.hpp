// SPDX-License-Identifier: Apache-2.0
// Makes the TAO types `dance` and `pblbfgs` and the PC `localhess` known to PETSc, and what they stand on.
// Programs that link the library call register_types() after PetscInitialize; unmodified programs load it by
// PETSC_OPTIONS="-dll_append /path/to/libtrireme_optim.so".
#pragma once

#include <petscsys.h>

namespace trireme::optim {

// Idempotent. Local to the rank.
PetscErrorCode register_types();

}  // namespace trireme::optim

// What -dll_append calls. Collective on PETSC_COMM_WORLD, as PetscInitialize is.
extern "C" PETSC_VISIBILITY_PUBLIC PetscErrorCode PetscDLLibraryRegister_trireme_optim(void);
