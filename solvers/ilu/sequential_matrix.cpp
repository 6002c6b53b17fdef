// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/sequential_matrix.hpp"

#include <limits>
#include <string>
#include <type_traits>

#include "solvers/base/assert.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::ilu {
namespace {

using petsc::check;

bool is_of_family(Mat matrix, const char* base_type) {
  PetscBool match = PETSC_FALSE;
  check(PetscObjectBaseTypeCompare(reinterpret_cast<PetscObject>(matrix), base_type, &match));
  return match == PETSC_TRUE;
}

// A template, so that only the branch for the width at hand is compiled.
template <class Index>
SparsityView narrowed(std::span<const Index> offsets, std::span<const Index> columns,
                      [[maybe_unused]] std::vector<LocalIndex>& narrow_offsets,
                      [[maybe_unused]] std::vector<LocalIndex>& narrow_columns) {
  if constexpr (std::is_same_v<Index, LocalIndex>) {
    return {offsets, columns};
  } else {
    narrow_offsets.assign(offsets.begin(), offsets.end());
    narrow_columns.assign(columns.begin(), columns.end());
    return {narrow_offsets, narrow_columns};
  }
}

}  // namespace

SequentialMatrix::SequentialMatrix(Mat matrix) : matrix_(matrix), blocked_(is_of_family(matrix, MATSEQBAIJ)) {
  if (!blocked_ && !is_of_family(matrix, MATSEQAIJ)) {
    MatType type = nullptr;
    check(MatGetType(matrix, &type));
    throw Error(ErrorKind::input, std::string("iluomp cannot factor a matrix of type ") + type,
                "it works on AIJ and BAIJ matrices", "use -mat_type aij or baij, or MatConvert()");
  }
  PetscInt rows = 0;
  PetscInt columns = 0;
  check(MatGetLocalSize(matrix, &rows, &columns));
  TRIREME_VALIDATE(
      rows == columns, ErrorKind::input,
      "iluomp: the matrix has " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns",
      "only a square matrix can be factored");
  if (blocked_) {
    PetscInt block_size = 1;
    check(MatGetBlockSize(matrix, &block_size));
    block_size_ = static_cast<int>(block_size);
  }

  const PetscBool in_blocks = blocked_ ? PETSC_TRUE : PETSC_FALSE;
  PetscBool done = PETSC_FALSE;
  check(MatGetRowIJ(matrix, 0, PETSC_FALSE, in_blocks, &rows_, &offsets_, &columns_, &done));
  TRIREME_VALIDATE(done == PETSC_TRUE, ErrorKind::input,
                   "iluomp: the matrix does not give access to its rows");
  const PetscInt blocks = rows_ == 0 ? 0 : offsets_[rows_];
  TRIREME_VALIDATE(static_cast<GlobalIndex>(blocks) <= std::numeric_limits<LocalIndex>::max(),
                   ErrorKind::input,
                   "iluomp: the matrix has " + std::to_string(blocks) + " blocks on one rank",
                   "blocks are counted in 32 bits", "use more ranks");
  static constexpr PetscInt no_rows[] = {0};
  sparsity_ =
      narrowed<PetscInt>({rows_ == 0 ? no_rows : offsets_, static_cast<std::size_t>(rows_) + 1},
                         {columns_, static_cast<std::size_t>(blocks)}, narrow_offsets_, narrow_columns_);

  const std::size_t entries = static_cast<std::size_t>(blocks) * block_size_ * block_size_;
  if (blocked_) {
    PetscScalar* data = nullptr;
    check(MatSeqBAIJGetArray(matrix, &data));
    values_ = {data, entries};
  } else {
    const PetscScalar* data = nullptr;
    check(MatSeqAIJGetArrayRead(matrix, &data));
    values_ = {data, entries};
  }
}

SequentialMatrix::~SequentialMatrix() {
  // Errors have nowhere to go here, and PETSc's restore functions of these types do not fail.
  if (blocked_) {
    auto* data = const_cast<PetscScalar*>(values_.data());
    static_cast<void>(MatSeqBAIJRestoreArray(matrix_, &data));
  } else {
    const PetscScalar* data = values_.data();
    static_cast<void>(MatSeqAIJRestoreArrayRead(matrix_, &data));
  }
  PetscBool done = PETSC_FALSE;
  static_cast<void>(MatRestoreRowIJ(matrix_, 0, PETSC_FALSE, blocked_ ? PETSC_TRUE : PETSC_FALSE, &rows_,
                                    &offsets_, &columns_, &done));
}

Mat local_part(Mat matrix) {
  for (const char* distributed : {MATMPIAIJ, MATMPIBAIJ})
    if (is_of_family(matrix, distributed)) {
      Mat diagonal = nullptr;
      check(MatGetDiagonalBlock(matrix, &diagonal));
      return diagonal;
    }
  return matrix;
}

}  // namespace trireme::ilu
