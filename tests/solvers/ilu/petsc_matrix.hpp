// SPDX-License-Identifier: Apache-2.0
// PETSc objects for the tests of `iluomp`, destroyed with their owners.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <petscksp.h>

#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu::testing {

// A PETSc call that must succeed.
#define TRIREME_ASSERT_PETSC(call) ASSERT_EQ(static_cast<int>(call), 0)

template <class Object, PetscErrorCode (*destroy)(Object*)>
class Owned {
 public:
  Owned() = default;
  ~Owned() { destroy(&object_); }
  Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  operator Object() const { return object_; }
  Object* out() { return &object_; }

 private:
  Object object_ = nullptr;
};
using OwnedMat = Owned<Mat, MatDestroy>;
using OwnedVec = Owned<Vec, VecDestroy>;
using OwnedKsp = Owned<KSP, KSPDestroy>;
using OwnedPc = Owned<PC, PCDestroy>;

// Writes the rows [begin, end) of the blocks of `a` that this rank owns and assembles. Collective.
inline void set_values(Mat matrix, const BlockMatrix& a) {
  PetscInt begin = 0, end = 0;
  const int bs = a.block_size;
  TRIREME_ASSERT_PETSC(MatGetOwnershipRange(matrix, &begin, &end));
  std::vector<PetscInt> columns(bs), rows(bs);
  for (PetscInt row = begin / bs; row < end / bs; ++row)
    for (LocalIndex e = a.offsets[row]; e < a.offsets[row + 1]; ++e) {
      for (int r = 0; r < bs; ++r) {
        rows[r] = row * bs + r;
        columns[r] = a.columns[e] * bs + r;
      }
      std::vector<double> block(bs * bs);  // row-major for MatSetValues
      for (int c = 0; c < bs; ++c)
        for (int r = 0; r < bs; ++r)
          block[r * bs + c] = a.values[(static_cast<std::size_t>(e) * bs + c) * bs + r];
      TRIREME_ASSERT_PETSC(
          MatSetValues(matrix, bs, rows.data(), bs, columns.data(), block.data(), INSERT_VALUES));
    }
  TRIREME_ASSERT_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  TRIREME_ASSERT_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

// `a` as a PETSc matrix; AIJ types hold it entry by entry. Collective.
inline OwnedMat petsc_matrix(MPI_Comm comm, const BlockMatrix& a, const std::string& type) {
  OwnedMat matrix;
  const PetscInt n = static_cast<PetscInt>(a.unknowns());
  PetscInt blocks = 0;  // of the longest row
  for (LocalIndex row = 0; row < a.rows(); ++row)
    blocks = std::max<PetscInt>(blocks, a.offsets[row + 1] - a.offsets[row]);
  const PetscInt entries = blocks * a.block_size;
  const auto create = [&] {
    TRIREME_ASSERT_PETSC(MatCreate(comm, matrix.out()));
    TRIREME_ASSERT_PETSC(MatSetSizes(matrix, PETSC_DECIDE, PETSC_DECIDE, n, n));
    TRIREME_ASSERT_PETSC(MatSetBlockSize(matrix, a.block_size));
    TRIREME_ASSERT_PETSC(MatSetType(matrix, type.c_str()));
    // Each call counts for its own type only. Without room a matrix is copied anew for every few entries.
    TRIREME_ASSERT_PETSC(MatSeqAIJSetPreallocation(matrix, entries, nullptr));
    TRIREME_ASSERT_PETSC(MatMPIAIJSetPreallocation(matrix, entries, nullptr, entries, nullptr));
    TRIREME_ASSERT_PETSC(MatSeqBAIJSetPreallocation(matrix, a.block_size, blocks, nullptr));
    TRIREME_ASSERT_PETSC(MatMPIBAIJSetPreallocation(matrix, a.block_size, blocks, nullptr, blocks, nullptr));
    TRIREME_ASSERT_PETSC(MatSetOption(matrix, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    set_values(matrix, a);
  };
  create();
  return matrix;
}

inline OwnedVec random_vector(Mat matrix, unsigned seed) {
  OwnedVec vector;
  const auto create = [&] {
    TRIREME_ASSERT_PETSC(MatCreateVecs(matrix, vector.out(), nullptr));
    PetscInt begin = 0, end = 0, size = 0;
    TRIREME_ASSERT_PETSC(VecGetOwnershipRange(vector, &begin, &end));
    TRIREME_ASSERT_PETSC(VecGetSize(vector, &size));
    const auto values = Random(seed).vector(size);
    PetscScalar* data = nullptr;
    TRIREME_ASSERT_PETSC(VecGetArrayWrite(vector, &data));
    std::copy(values.begin() + begin, values.begin() + end, data);
    TRIREME_ASSERT_PETSC(VecRestoreArrayWrite(vector, &data));
  };
  create();
  return vector;
}

inline std::vector<double> local_values(Vec vector) {
  PetscInt size = 0;
  const PetscScalar* data = nullptr;
  VecGetLocalSize(vector, &size);
  VecGetArrayRead(vector, &data);
  std::vector<double> values(data, data + size);
  VecRestoreArrayRead(vector, &data);
  return values;
}

using Options = std::vector<std::pair<std::string, std::string>>;

// Options for the lifetime of the object.
class OptionScope {
 public:
  explicit OptionScope(Options options) : options_(std::move(options)) {
    for (const auto& [key, value] : options_) PetscOptionsSetValue(nullptr, key.c_str(), value.c_str());
  }
  ~OptionScope() {
    for (const auto& [key, value] : options_) PetscOptionsClearValue(nullptr, key.c_str());
  }
  OptionScope(const OptionScope&) = delete;
  OptionScope& operator=(const OptionScope&) = delete;

 private:
  Options options_;
};

// Errors return their code silently and their text is kept, for calls that must fail.
class ExpectedErrorScope {
 public:
  ExpectedErrorScope() { PetscPushErrorHandler(keep, this); }
  ~ExpectedErrorScope() { PetscPopErrorHandler(); }
  ExpectedErrorScope(const ExpectedErrorScope&) = delete;
  ExpectedErrorScope& operator=(const ExpectedErrorScope&) = delete;
  const std::string& text() const { return text_; }

 private:
  static PetscErrorCode keep(MPI_Comm, int, const char*, const char*, PetscErrorCode code,
                             PetscErrorType type, const char* message, void* self) {
    if (type == PETSC_ERROR_INITIAL && message) static_cast<ExpectedErrorScope*>(self)->text_ = message;
    return code;
  }
  std::string text_;
};

}  // namespace trireme::ilu::testing
