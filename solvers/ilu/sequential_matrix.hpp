// SPDX-License-Identifier: Apache-2.0
// Reads pattern and values of a PETSc matrix of AIJ or BAIJ family that lives on one rank, in blocks. Called
// by the set-up of `iluomp`. Holds the matrix's arrays for its own lifetime; nothing is copied unless
// PetscInt has 64 bits.
#pragma once

#include <span>
#include <vector>

#include <petscmat.h>

#include "solvers/base/types.hpp"
#include "solvers/ilu/core/factor_pattern.hpp"

namespace trireme::ilu {

class SequentialMatrix {
 public:
  // Errors: trireme::Error(input) for another matrix type, a matrix that is not square or has 2^31 blocks or
  // more.
  explicit SequentialMatrix(Mat matrix);
  ~SequentialMatrix();
  SequentialMatrix(const SequentialMatrix&) = delete;
  SequentialMatrix& operator=(const SequentialMatrix&) = delete;

  int block_size() const { return block_size_; }
  SparsityView sparsity() const { return sparsity_; }
  // Column-major blocks in the order of sparsity().
  std::span<const double> values() const { return values_; }

 private:
  Mat matrix_;
  bool blocked_ = false;
  int block_size_ = 1;
  PetscInt rows_ = 0;
  const PetscInt* offsets_ = nullptr;
  const PetscInt* columns_ = nullptr;
  std::vector<LocalIndex> narrow_offsets_;  // only where PetscInt is wider than LocalIndex
  std::vector<LocalIndex> narrow_columns_;
  SparsityView sparsity_;
  std::span<const double> values_;
};

// The sequential matrix behind `matrix` on a communicator of one rank: itself, or the diagonal block of an
// MPI type.
Mat local_part(Mat matrix);

}  // namespace trireme::ilu
