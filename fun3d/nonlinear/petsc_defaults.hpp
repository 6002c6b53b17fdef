// SPDX-License-Identifier: Apache-2.0
// Translates section linear_solver into PETSc options that the user has not set: preconditioners that PETSc
// builds late (the solvers of the subdomains) can only be reached that way. Held by NewtonStep for as long as
// its solver lives.
#pragma once

#include <string>
#include <vector>

#include "fun3d/nonlinear/linear_solver_options.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

class PreconditionerDefaults {
 public:
  // Options given by the user, on the command line or in PETSC_OPTIONS, stay as they are. Local.
  PreconditionerDefaults(const comm::Communicator& comm, const LinearSolverOptions& options);
  // Takes the options back, so that the next solver of this process starts from the user's own.
  ~PreconditionerDefaults();
  PreconditionerDefaults(const PreconditionerDefaults&) = delete;
  PreconditionerDefaults& operator=(const PreconditionerDefaults&) = delete;

 private:
  void set_unless_given(const std::string& name, const std::string& value);
  void set_factor_defaults(const std::string& prefix, const LinearSolverOptions& options);

  std::vector<std::string> inserted_;
};

}  // namespace trireme::flow
