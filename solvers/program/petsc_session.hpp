// SPDX-License-Identifier: Apache-2.0
// PETSc's life in a program: initialized with the command line's -options, its errors kept as text instead of
// printed, its signal handler and its own -help left out. Called by Program only.
#pragma once

#include <string>
#include <vector>

namespace trireme::program {

class PetscSession {
 public:
  // options: "-name" and values, as typed. MPI must be running. Collective over all processes. Throws
  // Error(input) with PETSc's message.
  PetscSession(const std::string& program, const std::vector<std::string>& options);
  ~PetscSession();
  PetscSession(const PetscSession&) = delete;
  PetscSession& operator=(const PetscSession&) = delete;

  // Adds options of a deck, weaker than PETSC_OPTIONS and the command line. Throws Error(input).
  void add_defaults(const std::string& options);

  // Options of this rank's database that nothing has asked for so far, "-name value" each: most likely typing
  // errors. Empty when the user gave -options_left, since PETSc then lists them itself.
  std::vector<std::string> unused_options() const;

 private:
  std::vector<std::string> words_;  // PETSc keeps pointers to its arguments
  std::vector<char*> pointers_;
};

// PETSc's text for the error it met last on this rank, empty when there was none since the last call.
std::string take_petsc_error();

}  // namespace trireme::program
