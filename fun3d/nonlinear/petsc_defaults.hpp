// SPDX-License-Identifier: Apache-2.0
// Translates section linear_solver into PETSc options that the user has not set: preconditioners that PETSc
// builds late (the solvers of the subdomains) can only be reached that way. Called once before
// SNESSetFromOptions.
#pragma once

#include "fun3d/nonlinear/linear_solver_options.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// Options given by the user, on the command line or in PETSC_OPTIONS, stay as they are.
void insert_preconditioner_defaults(const comm::Communicator& comm, const LinearSolverOptions& options);

}  // namespace trireme::flow
