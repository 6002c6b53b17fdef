// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/sequential_matrix.hpp"

#include <petsc/private/petscimpl.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/ilu/petsc_matrix.hpp"

namespace trireme::ilu {
namespace {

TEST(SequentialMatrix, of_a_blocked_type_is_in_its_blocks) {
  const auto a = testing::box_matrix(4, 3, 2, 3, 10);
  const testing::OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, a, "seqbaij");
  const SequentialMatrix read(matrix);
  EXPECT_EQ(read.block_size(), 3);
  EXPECT_TRUE(std::ranges::equal(read.sparsity().offsets, a.offsets));
  EXPECT_TRUE(std::ranges::equal(read.sparsity().columns, a.columns));
  EXPECT_TRUE(std::ranges::equal(read.values(), a.values));
}

TEST(SequentialMatrix, of_a_type_without_blocks_is_entry_by_entry) {
  const auto a = testing::box_matrix(4, 3, 2, 1, 10);
  const testing::OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, a, "seqaij");
  {
    const SequentialMatrix read(matrix);
    EXPECT_EQ(read.block_size(), 1);
    EXPECT_TRUE(std::ranges::equal(read.sparsity().columns, a.columns));
    EXPECT_TRUE(std::ranges::equal(read.values(), a.values));
  }
  const auto blocks = testing::box_matrix(4, 3, 2, 2, 10);
  const testing::OwnedMat expanded = testing::petsc_matrix(PETSC_COMM_SELF, blocks, "seqaij");
  const SequentialMatrix read(expanded);
  EXPECT_EQ(read.block_size(), 1);
  EXPECT_EQ(read.sparsity().rows(), static_cast<LocalIndex>(blocks.unknowns()));
}

TEST(SequentialMatrix, leaves_the_state_of_the_matrix_alone) {
  const testing::OwnedMat matrix =
      testing::petsc_matrix(PETSC_COMM_SELF, testing::box_matrix(4, 3, 2, 3), "seqbaij");
  PetscObjectState before = 0, after = 0;
  TRIREME_ASSERT_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(static_cast<Mat>(matrix)), &before));
  { const SequentialMatrix read(matrix); }
  TRIREME_ASSERT_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(static_cast<Mat>(matrix)), &after));
  EXPECT_EQ(before, after);
}

TEST(SequentialMatrix, refuses_a_rectangle) {
  testing::OwnedMat matrix;
  TRIREME_ASSERT_PETSC(MatCreateSeqAIJ(PETSC_COMM_SELF, 2, 3, 1, nullptr, matrix.out()));
  TRIREME_ASSERT_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  TRIREME_ASSERT_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  EXPECT_THROW(SequentialMatrix{matrix}, Error);
}

TEST(LocalPart, of_a_distributed_type_is_its_diagonal_block) {
  const auto a = testing::box_matrix(4, 3, 2, 3);
  const testing::OwnedMat distributed = testing::petsc_matrix(PETSC_COMM_SELF, a, "mpibaij");
  const SequentialMatrix read(local_part(distributed));
  EXPECT_TRUE(std::ranges::equal(read.values(), a.values));
  const testing::OwnedMat sequential = testing::petsc_matrix(PETSC_COMM_SELF, a, "seqaij");
  EXPECT_EQ(local_part(sequential), static_cast<Mat>(sequential));
}

}  // namespace
}  // namespace trireme::ilu
