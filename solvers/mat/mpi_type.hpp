// SPDX-License-Identifier: Apache-2.0
// The types `mpiaijomp` and `mpibaijomp`. Called by register.cpp.
#pragma once

#include <petscmat.h>

namespace trireme::mat {

PetscErrorCode register_mpi_types();

}  // namespace trireme::mat
