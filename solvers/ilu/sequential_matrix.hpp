// SPDX-License-Identifier: Apache-2.0
// Reads pattern and values of a PETSc matrix of AIJ or BAIJ family that lives on one rank, in blocks. Called
// by the set-up of `iluomp`.
#pragma once

#include <span>

#include <petscmat.h>

#include "solvers/ilu/core/factor_pattern.hpp"
#include "solvers/petsc/sequential_rows.hpp"

namespace trireme::ilu {

class SequentialMatrix {
 public:
  // Errors: trireme::Error(input) for another matrix type, a matrix that is not square or has 2^31 blocks or
  // more.
  explicit SequentialMatrix(Mat matrix);

  int block_size() const { return rows_.block_size(); }
  SparsityView sparsity() const { return {rows_.offsets(), rows_.columns()}; }
  // Column-major blocks in the order of sparsity().
  std::span<const double> values() const { return rows_.values(); }

 private:
  petsc::SequentialRows rows_;
};

// The sequential matrix behind `matrix` on a communicator of one rank: itself, or the diagonal block of an
// MPI type.
Mat local_part(Mat matrix);

}  // namespace trireme::ilu
