// SPDX-License-Identifier: Apache-2.0
// Versions of the libraries in use and PETSc's options database, for the run record. Local; MPI and PETSc
// must be up.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trireme::log {

// {"mpi", "..."}, {"petsc", ...}, {"hypre", ...} (when PETSc has it), {"hdf5", ...}.
std::vector<std::pair<std::string, std::string>> library_versions();

// The whole options database as one line of text.
std::string petsc_options();

}  // namespace trireme::log
