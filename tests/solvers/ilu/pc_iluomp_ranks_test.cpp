// SPDX-License-Identifier: Apache-2.0
// `iluomp` on several ranks: as the solver of each rank's block, and refused where it cannot be used.
#include "solvers/ilu/pc_iluomp.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/ilu/petsc_matrix.hpp"

namespace trireme::ilu {
namespace {

using testing::BlockMatrix;
using testing::box_matrix;
using testing::OptionScope;
using testing::OwnedKsp;
using testing::OwnedMat;
using testing::OwnedVec;

struct Solution {
  PetscInt iterations = -1;
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  std::vector<double> x;
};

Solution solved(Mat matrix, testing::Options options) {
  Solution s;
  const auto solve = [&] {
    TRIREME_ASSERT_PETSC(petsc::register_types());
    const OptionScope scope(std::move(options));
    OwnedKsp ksp;
    TRIREME_ASSERT_PETSC(KSPCreate(PETSC_COMM_WORLD, ksp.out()));
    TRIREME_ASSERT_PETSC(KSPSetOperators(ksp, matrix, matrix));
    TRIREME_ASSERT_PETSC(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    TRIREME_ASSERT_PETSC(KSPSetFromOptions(ksp));
    const OwnedVec b = testing::random_vector(matrix, 1);
    OwnedVec x;
    TRIREME_ASSERT_PETSC(VecDuplicate(b, x.out()));
    TRIREME_ASSERT_PETSC(KSPSolve(ksp, b, x));
    TRIREME_ASSERT_PETSC(KSPGetIterationNumber(ksp, &s.iterations));
    TRIREME_ASSERT_PETSC(KSPGetConvergedReason(ksp, &s.reason));
    s.x = testing::local_values(x);
  };
  solve();
  return s;
}

TEST(PcIluOmpRanks, under_bjacobi_and_asm_takes_the_iterations_of_the_stock_ilu) {
  for (const auto kind : {threads::Oversubscription::assume_no, threads::Oversubscription::assume_yes}) {
    threads::assume_oversubscription(kind);
    for (const char* type : {"aij", "baij", "aijomp", "baijomp"})
      for (const char* outer : {"bjacobi", "asm"})
        for (const char* levels : {"0", "1"}) {
          const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_WORLD, box_matrix(10, 8, 6, 4, 50), type);
          const Solution stock = solved(
              matrix, {{"-pc_type", outer}, {"-sub_pc_type", "ilu"}, {"-sub_pc_factor_levels", levels}});
          const Solution ours = solved(
              matrix, {{"-pc_type", outer}, {"-sub_pc_type", "iluomp"}, {"-sub_pc_iluomp_levels", levels}});
          EXPECT_GT(stock.reason, 0);
          EXPECT_EQ(ours.iterations, stock.iterations) << type << " " << outer << " " << levels;
          EXPECT_LT(testing::largest_difference(ours.x, stock.x), 1e-8);
        }
  }
  threads::assume_oversubscription(threads::Oversubscription::measured);
}

TEST(PcIluOmpRanks, solves_with_ranks_that_own_nothing) {
  for (const char* type : {"aij", "baij"}) {
    const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_WORLD, box_matrix(1, 1, 2, 5), type);
    const Solution s = solved(matrix, {{"-pc_type", "bjacobi"}, {"-sub_pc_type", "iluomp"}});
    EXPECT_GT(s.reason, 0);
  }
}

TEST(PcIluOmpRanks, stops_all_ranks_when_the_pivot_of_one_is_zero) {
  BlockMatrix a = box_matrix(10, 8, 6, 4);
  std::fill_n(a.values.begin(), 16, 0.0);
  const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_WORLD, a, "baij");
  for (const char* outer : {"bjacobi", "asm"}) {
    const Solution s = solved(matrix, {{"-pc_type", outer}, {"-sub_pc_type", "iluomp"}});
    EXPECT_EQ(s.reason, KSP_DIVERGED_PC_FAILED) << outer;
  }
}

TEST(PcIluOmpRanks, alone_works_on_one_rank_and_points_to_bjacobi_on_several) {
  TRIREME_ASSERT_PETSC(petsc::register_types());
  for (const char* type : {"mpiaij", "mpibaij"}) {
    const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_WORLD, box_matrix(4, 3, 2, 4), type);
    OwnedKsp ksp;
    PC pc = nullptr;
    PetscLayout layout = nullptr;
    TRIREME_ASSERT_PETSC(MatGetLayouts(matrix, &layout, nullptr));
    TRIREME_ASSERT_PETSC(KSPCreate(PETSC_COMM_WORLD, ksp.out()));
    TRIREME_ASSERT_PETSC(KSPSetOperators(ksp, matrix, matrix));
    TRIREME_ASSERT_PETSC(KSPGetPC(ksp, &pc));
    TRIREME_ASSERT_PETSC(PCSetType(pc, PCILUOMP));
    if (layout->size == 1) {
      TRIREME_ASSERT_PETSC(KSPSetUp(ksp));
      continue;
    }
    const testing::ExpectedErrorScope expected;
    EXPECT_EQ(static_cast<int>(PCSetUp(pc)), PETSC_ERR_SUP);
    EXPECT_NE(expected.text().find("use -pc_type bjacobi -sub_pc_type iluomp"), std::string::npos)
        << expected.text();
  }
}

}  // namespace
}  // namespace trireme::ilu
