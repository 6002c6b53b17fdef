// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/sequential_rows.hpp"

#include <limits>
#include <string>

#include "solvers/base/assert.hpp"
#include "solvers/base/local_indices.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::petsc {

bool is_of_family(Mat matrix, const char* base_type) {
  PetscBool match = PETSC_FALSE;
  check(PetscObjectBaseTypeCompare(reinterpret_cast<PetscObject>(matrix), base_type, &match));
  return match == PETSC_TRUE;
}

SequentialRows::SequentialRows(Mat matrix) : matrix_(matrix), blocked_(is_of_family(matrix, MATSEQBAIJ)) {
  if (blocked_) {
    PetscInt block_size = 1;
    check(MatGetBlockSize(matrix, &block_size));
    block_size_ = static_cast<int>(block_size);
  }
  try {
    take_indices();
    take_values();
  } catch (...) {
    give_back_indices();
    throw;
  }
}

void SequentialRows::take_indices() {
  PetscBool done = PETSC_FALSE;
  check(MatGetRowIJ(matrix_, 0, PETSC_FALSE, blocked_ ? PETSC_TRUE : PETSC_FALSE, &n_rows_, &petsc_offsets_,
                    &petsc_columns_, &done));
  TRIREME_VALIDATE(done == PETSC_TRUE, ErrorKind::input, "the matrix does not give access to its rows");
  const PetscInt entries = n_rows_ == 0 ? 0 : petsc_offsets_[n_rows_];
  TRIREME_VALIDATE(
      static_cast<GlobalIndex>(entries) <= std::numeric_limits<LocalIndex>::max(), ErrorKind::input,
      "the matrix has " + std::to_string(entries) + (blocked_ ? " blocks" : " nonzeros") + " on one rank",
      "they are counted in 32 bits", "use more ranks");
  static constexpr PetscInt no_rows[] = {0};
  offsets_ = as_local_indices<PetscInt>(
      {n_rows_ == 0 ? no_rows : petsc_offsets_, static_cast<std::size_t>(n_rows_) + 1}, narrow_offsets_);
  columns_ = as_local_indices<PetscInt>({petsc_columns_, static_cast<std::size_t>(entries)}, narrow_columns_);
}

void SequentialRows::take_values() {
  const std::size_t entries = columns_.size() * static_cast<std::size_t>(block_size_ * block_size_);
  if (blocked_) {
    PetscScalar* data = nullptr;
    check(MatSeqBAIJGetArray(matrix_, &data));
    values_ = {data, entries};
  } else {
    const PetscScalar* data = nullptr;
    check(MatSeqAIJGetArrayRead(matrix_, &data));
    values_ = {data, entries};
  }
}

// Errors have nowhere to go here, and PETSc's restore functions of these types do not fail.
void SequentialRows::give_back_indices() {
  PetscBool done = PETSC_FALSE;
  static_cast<void>(MatRestoreRowIJ(matrix_, 0, PETSC_FALSE, blocked_ ? PETSC_TRUE : PETSC_FALSE, &n_rows_,
                                    &petsc_offsets_, &petsc_columns_, &done));
}

SequentialRows::~SequentialRows() {
  if (blocked_) {
    auto* data = const_cast<PetscScalar*>(values_.data());
    static_cast<void>(MatSeqBAIJRestoreArray(matrix_, &data));
  } else {
    const PetscScalar* data = values_.data();
    static_cast<void>(MatSeqAIJRestoreArrayRead(matrix_, &data));
  }
  give_back_indices();
}

}  // namespace trireme::petsc
