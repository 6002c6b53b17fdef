// SPDX-License-Identifier: Apache-2.0
// Fifty time steps of diffusion on a grid with cells a hundred times as wide as high, the matrix new in each:
// iterations stay few, and memory does not grow.
#include <malloc.h>

#include "amg/petsc/pc_trireme.hpp"
#include "amg/problems/stretched_grid.hpp"
#include "tests/solvers/ilu/petsc_matrix.hpp"

namespace trireme::amg {
namespace {

using ilu::testing::OptionScope;
using ilu::testing::OwnedKsp;
using ilu::testing::OwnedMat;
using ilu::testing::OwnedVec;
using ilu::testing::random_vector;

// shift: on the diagonal, as 1 / dt would be. The pattern is the same for all. Collective.
void fill(Mat matrix, const RowProblem& problem, double shift) {
  PetscInt begin = 0, end = 0;
  TRIREME_ASSERT_PETSC(MatGetOwnershipRange(matrix, &begin, &end));
  std::vector<Entry> entries;
  for (PetscInt row = begin; row < end; ++row) {
    problem.row(row, entries);
    for (const Entry& entry : entries) {
      const double value = entry.value + (entry.column == row ? shift : 0);
      TRIREME_ASSERT_PETSC(
          MatSetValue(matrix, row, static_cast<PetscInt>(entry.column), value, INSERT_VALUES));
    }
  }
  TRIREME_ASSERT_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  TRIREME_ASSERT_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

OwnedMat stretched_matrix(const RowProblem& problem) {
  OwnedMat matrix;
  const auto n = static_cast<PetscInt>(problem.n_rows());
  const auto create = [&] {
    TRIREME_ASSERT_PETSC(register_types());
    TRIREME_ASSERT_PETSC(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, 7, nullptr, 7,
                                      nullptr, matrix.out()));
    TRIREME_ASSERT_PETSC(MatSetOption(matrix, MAT_SYMMETRIC, PETSC_TRUE));
  };
  create();
  return matrix;
}

std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(TimeSteps, OnAStretchedGridStayCheap) {
  const auto problem = stretched_grid({16, 16, 16}, 100);
  for (const char* coarsening : {"PMIS", "HMIS"}) {
    const OwnedMat matrix = stretched_matrix(*problem);
    fill(matrix, *problem, 0);
    const OwnedVec b = random_vector(matrix, 1);
    OwnedVec x;
    TRIREME_ASSERT_PETSC(VecDuplicate(b, x.out()));
    const OptionScope scope({{"-pc_type", PCTRIREME}, {"-pc_trireme_coarsen_type", coarsening}});
    OwnedKsp ksp;
    TRIREME_ASSERT_PETSC(KSPCreate(PETSC_COMM_WORLD, ksp.out()));
    TRIREME_ASSERT_PETSC(KSPSetType(ksp, KSPCG));
    TRIREME_ASSERT_PETSC(KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 100));
    TRIREME_ASSERT_PETSC(KSPSetFromOptions(ksp));
    std::size_t early = 0;
    for (int step = 0; step < 50; ++step) {
      fill(matrix, *problem, 1e-3 * (1 + step % 5));
      TRIREME_ASSERT_PETSC(KSPSetOperators(ksp, matrix, matrix));
      TRIREME_ASSERT_PETSC(KSPSolve(ksp, b, x));
      KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
      PetscInt iterations = 0;
      TRIREME_ASSERT_PETSC(KSPGetConvergedReason(ksp, &reason));
      TRIREME_ASSERT_PETSC(KSPGetIterationNumber(ksp, &iterations));
      ASSERT_GT(reason, 0) << coarsening << " step " << step;
      EXPECT_LE(iterations, 14) << coarsening << " step " << step;
      if (step == 9) early = bytes_in_use();
    }
    // One hierarchy takes some megabytes: one that is not given back would show.
    EXPECT_LT(bytes_in_use(), early + (std::size_t{1} << 20)) << coarsening;
  }
}

}  // namespace
}  // namespace trireme::amg
