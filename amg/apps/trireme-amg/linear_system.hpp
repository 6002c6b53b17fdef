// SPDX-License-Identifier: Apache-2.0
// The system that is solved: generated or read, in the form of rows, and assembled for PETSc.
#pragma once

#include <vector>

#include <petscmat.h>

#include "amg/apps/trireme-amg/petsc_object.hpp"
#include "amg/apps/trireme-amg/program_options.hpp"
#include "amg/matrix/global_rows.hpp"
#include "solvers/program/context.hpp"

namespace trireme::amg {

struct LinearSystem {
  GlobalRows rows;
  std::vector<double> rhs;                     // [n_rows]
  std::vector<std::vector<double>> near_null;  // vectors that the operator hardly sees, each [n_rows]
  bool singular = false;                       // known to be, with this null space:
  std::vector<double> null_vector;             // [n_rows] where singular
  bool symmetric = false;                      // known to be symmetric and not negative definite
};

// Of singular systems the right-hand side is made consistent. Collective. Throws the same Error (input, io)
// on every rank for files that are damaged or do not fit.
LinearSystem make_system(program::Context& context, const ProgramOptions& options);

// rows are copied. With the near-null and null spaces attached. Collective.
PetscObjectHolder<Mat> assemble_matrix(const comm::Communicator& comm, const LinearSystem& system,
                                       const char* type);

// A vector of the matrix's space. Collective.
PetscObjectHolder<Vec> make_vector(Mat matrix, const std::vector<double>& values);

// |b - A x| / |b| in fp64; |b - A x| where b is zero. Collective.
double true_residual(Mat matrix, Vec rhs, Vec solution);

}  // namespace trireme::amg
