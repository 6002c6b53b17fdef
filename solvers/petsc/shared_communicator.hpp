// SPDX-License-Identifier: Apache-2.0
// One private communicator for all objects of this library that live on the same PETSc communicator: MPI has
// few of them, a multigrid hierarchy has many matrices. Called by PETSc types when they first communicate.
#pragma once

#include <memory>

#include <petscsys.h>

#include "solvers/comm/communicator.hpp"

namespace trireme::petsc {

// A duplicate of comm, made at the first call (collective then) and shared until its last holder is gone.
// Every rank must hold and drop its holders alike, as ranks do with PETSc objects; the holder must keep a
// PETSc object on comm alive.
std::shared_ptr<const comm::Communicator> shared_communicator(MPI_Comm comm);

}  // namespace trireme::petsc
