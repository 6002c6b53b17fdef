// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/pc_iluomp.hpp"

#include <cmath>
#include <limits>

#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/ilu/petsc_matrix.hpp"

namespace trireme::ilu {
namespace {

using testing::BlockMatrix;
using testing::box_matrix;
using testing::ExpectedErrorScope;
using testing::OwnedKsp;
using testing::OwnedMat;
using testing::OwnedPc;
using testing::OwnedVec;
using testing::petsc_matrix;
using testing::random_vector;

class PcIluOmp : public ::testing::Test {
 protected:
  void SetUp() override {
    TRIREME_ASSERT_PETSC(petsc::register_types());
    // The threaded path also where this machine has too few cores.
    threads::assume_oversubscription(threads::Oversubscription::assume_no);
  }
  void TearDown() override { threads::assume_oversubscription(threads::Oversubscription::measured); }
};

OwnedPc make_pc(Mat matrix, const char* type, PetscInt levels, const char* ordering) {
  OwnedPc pc;
  const auto create = [&] {
    TRIREME_ASSERT_PETSC(PCCreate(PETSC_COMM_SELF, pc.out()));
    TRIREME_ASSERT_PETSC(PCSetType(pc, type));
    TRIREME_ASSERT_PETSC(PCFactorSetLevels(pc, levels));
    TRIREME_ASSERT_PETSC(PCFactorSetMatOrderingType(pc, ordering));
    TRIREME_ASSERT_PETSC(PCSetOperators(pc, matrix, matrix));
    TRIREME_ASSERT_PETSC(PCSetUp(pc));
  };
  create();
  return pc;
}

std::vector<double> applied(PC pc, Vec b, PetscErrorCode (*apply)(PC, Vec, Vec) = PCApply) {
  OwnedVec x;
  VecDuplicate(b, x.out());
  EXPECT_EQ(static_cast<int>(apply(pc, b, x)), 0);
  return testing::local_values(x);
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (const double v : b) largest = std::max(largest, std::abs(v));
  return testing::largest_difference(a, b) / largest;
}

PCIluOmpStatistics statistics(PC pc) {
  PCIluOmpStatistics s{};
  EXPECT_EQ(static_cast<int>(PCIluOmpGetStatistics(pc, &s)), 0);
  return s;
}

TEST_F(PcIluOmp, solves_as_the_stock_ilu_does) {
  for (const char* type : {"seqaij", "seqbaij", "seqaijomp", "seqbaijomp"})
    for (int block_size : {1, 3, 4, 5}) {
      const BlockMatrix a = box_matrix(7, 6, 5, block_size, 40);
      const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, a, type);
      OwnedMat stock;
      TRIREME_ASSERT_PETSC(MatConvert(matrix, std::string(type).starts_with("seqb") ? MATSEQBAIJ : MATSEQAIJ,
                                      MAT_INITIAL_MATRIX, stock.out()));
      for (PetscInt levels : {0, 1, 2})
        for (const char* ordering : {MATORDERINGNATURAL, MATORDERINGRCM, MATORDERINGND}) {
          const OwnedPc expected = make_pc(stock, PCILU, levels, ordering);
          const OwnedPc pc = make_pc(matrix, PCILUOMP, levels, ordering);
          EXPECT_EQ(statistics(pc).threads, threads::max_threads());
          for (unsigned seed : {1u, 2u}) {
            const OwnedVec b = random_vector(matrix, seed);
            EXPECT_LT(relative_difference(applied(pc, b), applied(expected, b)), 1e-12)
                << type << " bs " << block_size << " levels " << levels << " " << ordering;
            EXPECT_LT(
                relative_difference(applied(pc, b, PCApplyTranspose), applied(expected, b, PCApplyTranspose)),
                1e-12);
          }
        }
    }
}

TEST_F(PcIluOmp, has_the_same_bits_for_every_schedule_and_when_oversubscribed) {
  const BlockMatrix a = box_matrix(9, 8, 7, 4, 40);
  const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, a, "seqbaij");
  const OwnedVec b = random_vector(matrix, 1);
  const OwnedPc pc = make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM);
  const auto expected = applied(pc, b);
  for (PCIluOmpSchedule schedule : {PC_ILUOMP_SERIAL, PC_ILUOMP_LEVELS, PC_ILUOMP_P2P, PC_ILUOMP_P2P_ALL}) {
    TRIREME_ASSERT_PETSC(PCIluOmpSetSchedule(pc, schedule));
    EXPECT_EQ(applied(pc, b), expected);
    EXPECT_EQ(statistics(pc).threads, schedule == PC_ILUOMP_SERIAL ? 1 : threads::max_threads());
  }
  threads::assume_oversubscription(threads::Oversubscription::assume_yes);
  const OwnedPc alone = make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM);
  EXPECT_EQ(statistics(alone).threads, 1);
  EXPECT_EQ(applied(alone, b), expected);
}

struct Solution {
  PetscInt iterations;
  KSPConvergedReason reason;
  std::vector<double> x;
};

Solution gmres(Mat matrix, const char* pc_type, PetscInt levels,
               PCIluOmpPrecision precision = PC_ILUOMP_DOUBLE) {
  Solution s{};
  const auto solve = [&] {
    OwnedKsp ksp;
    PC pc = nullptr;
    TRIREME_ASSERT_PETSC(KSPCreate(PETSC_COMM_SELF, ksp.out()));
    TRIREME_ASSERT_PETSC(KSPSetOperators(ksp, matrix, matrix));
    TRIREME_ASSERT_PETSC(KSPSetType(ksp, KSPGMRES));
    TRIREME_ASSERT_PETSC(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    TRIREME_ASSERT_PETSC(KSPGetPC(ksp, &pc));
    TRIREME_ASSERT_PETSC(PCSetType(pc, pc_type));
    TRIREME_ASSERT_PETSC(PCFactorSetLevels(pc, levels));
    TRIREME_ASSERT_PETSC(PCIluOmpSetPrecision(pc, precision));
    const OwnedVec b = random_vector(matrix, 1);
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

// A matrix that takes GMRES some iterations: a Laplacian for each unknown, weakly coupled.
BlockMatrix demanding_matrix(int block_size) {
  BlockMatrix a = box_matrix(12, 10, 8, block_size, 100);
  for (double& v : a.values) v = std::fmod(v, 1.0) * 0.02;
  for (LocalIndex row = 0; row < a.rows(); ++row)
    for (LocalIndex e = a.offsets[row]; e < a.offsets[row + 1]; ++e)
      for (int r = 0; r < block_size; ++r)
        a.values[(static_cast<std::size_t>(e) * block_size + r) * block_size + r] +=
            a.columns[e] == row ? a.offsets[row + 1] - a.offsets[row] - 1 : -1.0;
  return a;
}

TEST_F(PcIluOmp, takes_the_iterations_of_the_stock_ilu) {
  for (const char* type : {"seqaij", "seqbaij"})
    for (int block_size : {1, 4, 5}) {
      const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, demanding_matrix(block_size), type);
      for (PetscInt levels : {0, 1, 2}) {
        const Solution stock = gmres(matrix, PCILU, levels);
        const Solution ours = gmres(matrix, PCILUOMP, levels);
        const Solution single = gmres(matrix, PCILUOMP, levels, PC_ILUOMP_SINGLE);
        EXPECT_GT(stock.iterations, 6);
        EXPECT_GT(stock.reason, 0);
        EXPECT_EQ(ours.iterations, stock.iterations) << type << " bs " << block_size << " levels " << levels;
        EXPECT_LT(relative_difference(ours.x, stock.x), 1e-8);
        EXPECT_NEAR(single.iterations, stock.iterations, 2);
        EXPECT_LT(relative_difference(single.x, stock.x), 1e-8);
      }
    }
}

TEST_F(PcIluOmp, analyses_again_only_when_the_pattern_changes) {
  for (const char* type : {"seqaij", "seqbaij"}) {
    BlockMatrix a = box_matrix(6, 5, 4, 2);
    const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, a, type);
    const OwnedVec b = random_vector(matrix, 1);
    const OwnedPc pc = make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM);
    applied(pc, b);
    EXPECT_EQ(statistics(pc).factorizations, 1);

    testing::fill_values(a, 5);
    testing::set_values(matrix, a);
    const auto changed = applied(pc, b);
    EXPECT_EQ(statistics(pc).analyses, 1);
    EXPECT_EQ(statistics(pc).factorizations, 2);
    EXPECT_EQ(changed, applied(make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM), b));

    const BlockMatrix wider = box_matrix(6, 5, 4, 2, 30);
    testing::set_values(matrix, wider);
    const auto widened = applied(pc, b);
    EXPECT_EQ(statistics(pc).analyses, 2);
    EXPECT_EQ(widened, applied(make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM), b));

    // Another matrix of another size in the same PC.
    const OwnedMat other = petsc_matrix(PETSC_COMM_SELF, box_matrix(3, 3, 3, 2), type);
    TRIREME_ASSERT_PETSC(PCReset(pc));
    TRIREME_ASSERT_PETSC(PCSetOperators(pc, other, other));
    const OwnedVec c = random_vector(other, 1);
    EXPECT_EQ(applied(pc, c), applied(make_pc(other, PCILUOMP, 1, MATORDERINGRCM), c));
  }
}

TEST_F(PcIluOmp, keeps_the_ordering_of_the_first_pattern_on_request) {
  const BlockMatrix a = box_matrix(6, 5, 4, 1), wider = box_matrix(6, 5, 4, 1, 60);
  const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, a, "seqaij");
  const OwnedPc kept = make_pc(matrix, PCILUOMP, 0, MATORDERINGRCM);
  TRIREME_ASSERT_PETSC(PCIluOmpSetReuseOrdering(kept, PETSC_TRUE));
  testing::set_values(matrix, wider);
  const OwnedVec b = random_vector(matrix, 1);
  const auto with_old_order = applied(kept, b);
  EXPECT_EQ(statistics(kept).analyses, 2);
  EXPECT_NE(with_old_order, applied(make_pc(matrix, PCILUOMP, 0, MATORDERINGRCM), b));
}

// A zero diagonal block in the first row: nothing is subtracted from it.
BlockMatrix with_bad_diagonal(int block_size, double value) {
  BlockMatrix a = box_matrix(4, 3, 2, block_size);
  std::fill_n(a.values.begin(), block_size * block_size, value);
  return a;
}

TEST_F(PcIluOmp, reports_a_zero_or_nan_pivot_by_petscs_failed_reason) {
  for (const char* type : {"seqaij", "seqbaij"})
    for (int block_size : {1, 4})
      for (const double value : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
        const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, with_bad_diagonal(block_size, value), type);
        OwnedKsp ksp;
        PC pc = nullptr;
        PCFailedReason failed = PC_NOERROR;
        KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
        TRIREME_ASSERT_PETSC(KSPCreate(PETSC_COMM_SELF, ksp.out()));
        TRIREME_ASSERT_PETSC(KSPSetOperators(ksp, matrix, matrix));
        TRIREME_ASSERT_PETSC(KSPGetPC(ksp, &pc));
        TRIREME_ASSERT_PETSC(PCSetType(pc, PCILUOMP));
        const OwnedVec b = random_vector(matrix, 1);
        OwnedVec x;
        TRIREME_ASSERT_PETSC(VecDuplicate(b, x.out()));
        TRIREME_ASSERT_PETSC(KSPSolve(ksp, b, x));
        TRIREME_ASSERT_PETSC(KSPGetConvergedReason(ksp, &reason));
        TRIREME_ASSERT_PETSC(PCGetFailedReason(pc, &failed));
        EXPECT_EQ(reason, KSP_DIVERGED_PC_FAILED);
        EXPECT_EQ(failed, PC_FACTOR_NUMERIC_ZEROPIVOT);

        // Repaired values in the same matrix: the PC's reason goes away (a KSP of PETSc 3.18 keeps its own).
        testing::set_values(matrix, box_matrix(4, 3, 2, block_size));
        TRIREME_ASSERT_PETSC(PCSetUp(pc));
        TRIREME_ASSERT_PETSC(PCGetFailedReason(pc, &failed));
        EXPECT_EQ(failed, PC_NOERROR);
        EXPECT_EQ(applied(pc, b), applied(make_pc(matrix, PCILUOMP, 0, MATORDERINGNATURAL), b));
      }
}

TEST_F(PcIluOmp, raises_an_error_for_a_zero_pivot_where_failures_are_errors) {
  const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, with_bad_diagonal(4, 0.0), "seqbaij");
  OwnedPc pc;
  TRIREME_ASSERT_PETSC(PCCreate(PETSC_COMM_SELF, pc.out()));
  TRIREME_ASSERT_PETSC(PCSetType(pc, PCILUOMP));
  TRIREME_ASSERT_PETSC(PCSetOperators(pc, matrix, matrix));
  TRIREME_ASSERT_PETSC(PCSetErrorIfFailure(pc, PETSC_TRUE));
  const ExpectedErrorScope expected;
  EXPECT_EQ(static_cast<int>(PCSetUp(pc)), PETSC_ERR_MAT_LU_ZRPVT);
  EXPECT_NE(expected.text().find("block row 0"), std::string::npos) << expected.text();
}

TEST_F(PcIluOmp, shifts_a_zero_pivot_on_request) {
  const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, with_bad_diagonal(4, 0.0), "seqbaij");
  const OwnedPc pc = make_pc(matrix, PCILUOMP, 0, MATORDERINGNATURAL);
  PCFailedReason failed = PC_NOERROR;
  TRIREME_ASSERT_PETSC(PCGetFailedReason(pc, &failed));
  EXPECT_EQ(failed, PC_FACTOR_NUMERIC_ZEROPIVOT);
  TRIREME_ASSERT_PETSC(PCFactorSetShiftAmount(pc, 10.0));
  TRIREME_ASSERT_PETSC(PCSetUp(pc));
  TRIREME_ASSERT_PETSC(PCGetFailedReason(pc, &failed));
  EXPECT_EQ(failed, PC_NOERROR);
  EXPECT_EQ(statistics(pc).analyses, 1);
}

TEST_F(PcIluOmp, refuses_other_matrices_with_a_way_out) {
  OwnedMat dense;
  TRIREME_ASSERT_PETSC(MatCreateSeqDense(PETSC_COMM_SELF, 3, 3, nullptr, dense.out()));
  TRIREME_ASSERT_PETSC(MatAssemblyBegin(dense, MAT_FINAL_ASSEMBLY));
  TRIREME_ASSERT_PETSC(MatAssemblyEnd(dense, MAT_FINAL_ASSEMBLY));
  OwnedPc pc;
  TRIREME_ASSERT_PETSC(PCCreate(PETSC_COMM_SELF, pc.out()));
  TRIREME_ASSERT_PETSC(PCSetType(pc, PCILUOMP));
  TRIREME_ASSERT_PETSC(PCSetOperators(pc, dense, dense));
  const ExpectedErrorScope expected;
  EXPECT_NE(static_cast<int>(PCSetUp(pc)), 0);
  EXPECT_NE(expected.text().find("type seqdense (it works on AIJ and BAIJ matrices) -> use -mat_type aij"),
            std::string::npos)
      << expected.text();
}

TEST_F(PcIluOmp, of_an_empty_matrix_does_nothing) {
  const BlockMatrix none;
  for (const char* type : {"seqaij", "seqbaij"}) {
    const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, none, type);
    const OwnedVec b = random_vector(matrix, 1);
    EXPECT_TRUE(applied(make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM), b).empty());
  }
}

TEST_F(PcIluOmp, leaves_nothing_behind_when_the_type_changes) {
  const OwnedMat matrix = petsc_matrix(PETSC_COMM_SELF, box_matrix(4, 3, 2, 1), "seqaij");
  const OwnedVec b = random_vector(matrix, 1);
  const OwnedPc pc = make_pc(matrix, PCILUOMP, 1, MATORDERINGRCM);
  const auto expected = applied(pc, b);
  TRIREME_ASSERT_PETSC(PCSetType(pc, PCJACOBI));
  TRIREME_ASSERT_PETSC(PCFactorSetLevels(pc, 2));  // means nothing to jacobi
  TRIREME_ASSERT_PETSC(PCIluOmpSetLevels(pc, 2));
  EXPECT_NE(applied(pc, b), expected);
  const ExpectedErrorScope error;
  PCIluOmpStatistics s;
  EXPECT_EQ(static_cast<int>(PCIluOmpGetStatistics(pc, &s)), PETSC_ERR_ARG_WRONG);
}

}  // namespace
}  // namespace trireme::ilu
