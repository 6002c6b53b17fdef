// SPDX-License-Identifier: Apache-2.0
// Offsets, columns and values of a PETSc matrix of the AIJ or BAIJ family that lives on one rank: PETSc's own
// arrays, held for the object's lifetime; copied are offsets and columns alone, and only where PetscInt has
// 64 bits. Called by the set-ups of `iluomp` and `trireme`.
#pragma once

#include <span>
#include <vector>

#include <petscmat.h>

#include "solvers/base/types.hpp"

namespace trireme::petsc {

// Whether the matrix is of `base_type` or of a type derived from it. Throws Error. Local.
bool is_of_family(Mat matrix, const char* base_type);

// Local throughout.
class SequentialRows {
 public:
  // matrix: assembled, SEQAIJ, SEQBAIJ or derived from them; must outlive this object. Throws Error (input)
  // for a matrix that does not give access to its rows or has 2^31 entries (blocks) or more.
  explicit SequentialRows(Mat matrix);
  ~SequentialRows();
  SequentialRows(const SequentialRows&) = delete;
  SequentialRows& operator=(const SequentialRows&) = delete;

  int block_size() const { return block_size_; }  // 1 unless BAIJ
  // Of rows (of blocks): offsets [rows + 1].
  std::span<const LocalIndex> offsets() const { return offsets_; }
  std::span<const LocalIndex> columns() const { return columns_; }
  // In the order of columns(); blocks by columns.
  std::span<const double> values() const { return values_; }

 private:
  void take_indices();
  void take_values();
  void give_back_indices();

  Mat matrix_;
  bool blocked_;
  int block_size_ = 1;
  PetscInt n_rows_ = 0;
  const PetscInt* petsc_offsets_ = nullptr;
  const PetscInt* petsc_columns_ = nullptr;
  std::vector<LocalIndex> narrow_offsets_, narrow_columns_;  // only where PetscInt is wider than LocalIndex
  std::span<const LocalIndex> offsets_, columns_;
  std::span<const double> values_;
};

}  // namespace trireme::petsc
