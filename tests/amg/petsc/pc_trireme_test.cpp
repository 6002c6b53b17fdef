// SPDX-License-Identifier: Apache-2.0
// The PC `trireme` under PETSc's KSP: AIJ and aijomp matrices on any number of ranks and threads, every door
// of a PC, and failures that stop all ranks alike and leave nothing behind.
#include "amg/petsc/pc_trireme.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/ilu/petsc_matrix.hpp"
#include "tests/support/petsc_leaks.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace trireme::amg {
namespace {

using ilu::testing::ExpectedErrorScope;
using ilu::testing::local_values;
using ilu::testing::Options;
using ilu::testing::OptionScope;
using ilu::testing::OwnedKsp;
using ilu::testing::OwnedMat;
using ilu::testing::OwnedPc;
using ilu::testing::OwnedVec;
using ilu::testing::random_vector;

// Minus the Laplacian on n^3 points, 7 points; neumann: no boundary values. Collective.
OwnedMat laplace(PetscInt n, const char* type, bool neumann = false) {
  OwnedMat matrix;
  const auto create = [&] {
    TRIREME_ASSERT_PETSC(register_types());
    TRIREME_ASSERT_PETSC(MatCreate(PETSC_COMM_WORLD, matrix.out()));
    TRIREME_ASSERT_PETSC(MatSetSizes(matrix, PETSC_DECIDE, PETSC_DECIDE, n * n * n, n * n * n));
    TRIREME_ASSERT_PETSC(MatSetType(matrix, type));
    TRIREME_ASSERT_PETSC(MatSetUp(matrix));
    TRIREME_ASSERT_PETSC(MatSetOption(matrix, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    TRIREME_ASSERT_PETSC(MatSetOption(matrix, MAT_SYMMETRIC, PETSC_TRUE));
    PetscInt begin = 0, end = 0;
    TRIREME_ASSERT_PETSC(MatGetOwnershipRange(matrix, &begin, &end));
    for (PetscInt row = begin; row < end; ++row) {
      const PetscInt at[3] = {row % n, row / n % n, row / (n * n)}, step[3] = {1, n, n * n};
      double diagonal = neumann ? 0 : 6;
      for (int axis = 0; axis < 3; ++axis)
        for (const PetscInt to : {-1, 1}) {
          if (at[axis] + to < 0 || at[axis] + to >= n) continue;
          if (neumann) diagonal += 1;
          TRIREME_ASSERT_PETSC(MatSetValue(matrix, row, row + to * step[axis], -1, INSERT_VALUES));
        }
      TRIREME_ASSERT_PETSC(MatSetValue(matrix, row, row, diagonal, INSERT_VALUES));
    }
    TRIREME_ASSERT_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    TRIREME_ASSERT_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  };
  create();
  return matrix;
}

struct Solver {
  OwnedKsp ksp;
  PC pc = nullptr;

  Solver(Mat matrix, Options options) {
    options.push_back({"-pc_type", PCTRIREME});
    const OptionScope scope(std::move(options));
    const auto create = [&] {
      TRIREME_ASSERT_PETSC(KSPCreate(PETSC_COMM_WORLD, ksp.out()));
      TRIREME_ASSERT_PETSC(KSPSetType(ksp, KSPCG));
      TRIREME_ASSERT_PETSC(KSPSetOperators(ksp, matrix, matrix));
      TRIREME_ASSERT_PETSC(KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 100));
      TRIREME_ASSERT_PETSC(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
      TRIREME_ASSERT_PETSC(KSPSetFromOptions(ksp));
      TRIREME_ASSERT_PETSC(KSPGetPC(ksp, &pc));
    };
    create();
  }
  KSPConvergedReason solve(Vec b, Vec x) {
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    const auto run = [&] {
      TRIREME_ASSERT_PETSC(KSPSolve(ksp, b, x));
      TRIREME_ASSERT_PETSC(KSPGetConvergedReason(ksp, &reason));
    };
    run();
    return reason;
  }
  PetscInt iterations() const {
    PetscInt n = 0;
    KSPGetIterationNumber(ksp, &n);
    return n;
  }
  PCTriremeStatistics statistics() const {
    PCTriremeStatistics s{};
    PCTriremeGetStatistics(pc, &s);
    return s;
  }
};

OwnedVec duplicate(Vec vector) {
  OwnedVec copy;
  VecDuplicate(vector, copy.out());
  return copy;
}

double relative_residual(Mat matrix, Vec b, Vec x) {
  const OwnedVec r = duplicate(b);
  PetscReal norm = 0, size = 0;
  MatMult(matrix, x, r);
  VecAYPX(r, -1, b);
  VecNorm(r, NORM_2, &norm);
  VecNorm(b, NORM_2, &size);
  return norm / size;
}

TEST(PcTrireme, solves_in_few_iterations_with_the_same_bits_for_any_thread_count) {
  for (const char* type : {"aij", "aijomp"})
    for (const char* precision : {"double", "single"}) {
      const OwnedMat matrix = laplace(12, type);
      const OwnedVec b = random_vector(matrix, 1);
      std::vector<std::vector<double>> solutions;
      for (const int threads : {1, 2}) {
        const threads::ThreadCountScope scope(threads);
        const OwnedVec x = duplicate(b);
        Solver solver(matrix, {{"-pc_trireme_precision", precision}});
        EXPECT_EQ(solver.solve(b, x), KSP_CONVERGED_RTOL);
        EXPECT_LE(solver.iterations(), 12) << type << " " << precision;
        EXPECT_LT(relative_residual(matrix, b, x), 1.1e-8);
        EXPECT_GE(solver.statistics().levels, 2);
        EXPECT_GT(solver.statistics().operator_complexity, 1.1);
        solutions.push_back(local_values(x));
      }
      EXPECT_EQ(solutions[0], solutions[1]) << type << " " << precision;
    }
}

// Vectors given by the user, and the constants taken where there are none, are the same space.
TEST(PcTrireme, aggregates_with_the_near_null_space_of_the_matrix) {
  const OwnedMat matrix = laplace(14, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  const Options options{{"-pc_trireme_type", "aggregation"}};
  Solver constants(matrix, options);
  EXPECT_EQ(constants.solve(b, x), KSP_CONVERGED_RTOL);
  EXPECT_LE(constants.iterations(), 16);
  EXPECT_LT(constants.statistics().operator_complexity, 1.6);
  const auto expected = local_values(x);

  MatNullSpace space = nullptr;
  TRIREME_ASSERT_PETSC(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_TRUE, 0, nullptr, &space));
  TRIREME_ASSERT_PETSC(MatSetNearNullSpace(matrix, space));
  TRIREME_ASSERT_PETSC(MatNullSpaceDestroy(&space));
  Solver given(matrix, options);
  EXPECT_EQ(given.solve(b, x), KSP_CONVERGED_RTOL);
  EXPECT_EQ(local_values(x), expected);

  // Another vector makes another hierarchy.
  const OwnedVec linear = duplicate(b);
  PetscInt begin = 0, end = 0;
  TRIREME_ASSERT_PETSC(VecGetOwnershipRange(linear, &begin, &end));
  for (PetscInt row = begin; row < end; ++row)
    TRIREME_ASSERT_PETSC(VecSetValue(linear, row, static_cast<double>(row % 14), INSERT_VALUES));
  TRIREME_ASSERT_PETSC(VecAssemblyBegin(linear));
  TRIREME_ASSERT_PETSC(VecAssemblyEnd(linear));
  Vec vectors[] = {linear};
  PetscReal norm = 0;
  TRIREME_ASSERT_PETSC(VecNormalize(linear, &norm));
  TRIREME_ASSERT_PETSC(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_FALSE, 1, vectors, &space));
  TRIREME_ASSERT_PETSC(MatSetNearNullSpace(matrix, space));
  TRIREME_ASSERT_PETSC(MatNullSpaceDestroy(&space));
  Solver other(matrix, options);
  EXPECT_EQ(other.solve(b, x), KSP_CONVERGED_RTOL);
  EXPECT_NE(local_values(x), expected);
}

TEST(PcTrireme, takes_its_options) {
  const OwnedMat matrix = laplace(12, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver usual(matrix, {});
  EXPECT_EQ(usual.solve(b, x), KSP_CONVERGED_RTOL);
  for (const Options& options : std::vector<Options>{
           {{"-pc_trireme_cycle_type", "W"}},
           {{"-pc_trireme_relax_type_all", "Chebyshev"}},
           {{"-pc_trireme_relax_type_all", "l1scaled-Jacobi"}, {"-pc_trireme_grid_sweeps_all", "2"}},
           {{"-pc_trireme_strong_threshold", "0.5"}, {"-pc_trireme_P_max", "0"}},
           {{"-pc_trireme_coarsen_type", "HMIS"}},
           {{"-pc_trireme_agg_nl", "1"}, {"-pc_trireme_agg_P_max", "6"}},
           {{"-pc_trireme_agg_nl", "1"},
            {"-pc_trireme_agg_num_paths", "2"},
            {"-pc_trireme_agg_interp_type", "2stage_extended+i"},
            {"-pc_trireme_agg_P12_max", "4"}},
           {{"-pc_trireme_max_levels", "2"}, {"-pc_trireme_relax_type_coarse", "l1scaled-SOR/Jacobi"}}}) {
    Solver solver(matrix, options);
    EXPECT_EQ(solver.solve(b, x), KSP_CONVERGED_RTOL) << options.front().first;
    if (options.front().first == "-pc_trireme_max_levels") {
      EXPECT_EQ(solver.statistics().levels, 2);
    }
    if (options.front().first == "-pc_trireme_agg_nl") {
      EXPECT_LT(solver.statistics().operator_complexity, 0.8 * usual.statistics().operator_complexity);
    }
    if (options.front().first == "-pc_trireme_coarsen_type") {
      EXPECT_NE(solver.statistics().operator_complexity, usual.statistics().operator_complexity);
    }
  }
}

TEST(PcTrireme, refuses_options_out_of_range) {
  const OwnedMat matrix = laplace(4, "aij");
  for (const Options& options : std::vector<Options>{{{"-pc_trireme_strong_threshold", "1.5"}},
                                                     {{"-pc_trireme_max_row_sum", "0"}},
                                                     {{"-pc_trireme_agg_num_paths", "3"}},
                                                     {{"-pc_trireme_grid_sweeps_down", "-1"}}}) {
    OwnedPc pc;
    TRIREME_ASSERT_PETSC(PCCreate(PETSC_COMM_WORLD, pc.out()));
    TRIREME_ASSERT_PETSC(PCSetType(pc, PCTRIREME));
    const OptionScope scope(options);
    const ExpectedErrorScope expected;
    const test::PetscLeaksOnError leaks;
    EXPECT_NE(static_cast<int>(PCSetFromOptions(pc)), 0) << options.front().first;
    EXPECT_NE(expected.text().find("it must be"), std::string::npos) << expected.text();
  }
}

TEST(PcTrireme, applies_the_transpose_and_several_vectors) {
  const OwnedMat matrix = laplace(8, "aij");
  Solver solver(matrix, {});
  TRIREME_ASSERT_PETSC(KSPSetUp(solver.ksp));
  const OwnedVec r = random_vector(matrix, 1), z = duplicate(r), t = duplicate(r);
  TRIREME_ASSERT_PETSC(PCApply(solver.pc, r, z));
  TRIREME_ASSERT_PETSC(PCApplyTranspose(solver.pc, r, t));
  EXPECT_EQ(local_values(z), local_values(t));

  OwnedMat several, result;
  PetscInt own = 0, all = 0;
  TRIREME_ASSERT_PETSC(VecGetLocalSize(r, &own));
  TRIREME_ASSERT_PETSC(VecGetSize(r, &all));
  TRIREME_ASSERT_PETSC(MatCreateDense(PETSC_COMM_WORLD, own, PETSC_DECIDE, all, 3, nullptr, several.out()));
  TRIREME_ASSERT_PETSC(MatCreateDense(PETSC_COMM_WORLD, own, PETSC_DECIDE, all, 3, nullptr, result.out()));
  for (PetscInt column = 0; column < 3; ++column) {
    Vec target = nullptr;
    TRIREME_ASSERT_PETSC(MatDenseGetColumnVecWrite(several, column, &target));
    TRIREME_ASSERT_PETSC(VecCopy(r, target));
    TRIREME_ASSERT_PETSC(MatDenseRestoreColumnVecWrite(several, column, &target));
  }
  TRIREME_ASSERT_PETSC(PCMatApply(solver.pc, several, result));
  for (PetscInt column = 0; column < 3; ++column) {
    Vec found = nullptr;
    TRIREME_ASSERT_PETSC(MatDenseGetColumnVecRead(result, column, &found));
    EXPECT_EQ(local_values(found), local_values(z));
    TRIREME_ASSERT_PETSC(MatDenseRestoreColumnVecRead(result, column, &found));
  }
}

TEST(PcTrireme, refuses_the_transpose_where_the_cycle_is_not_symmetric) {
  const OwnedMat matrix = laplace(6, "aij");
  Solver solver(matrix, {{"-pc_trireme_relax_type_all", "l1-Gauss-Seidel"}});
  TRIREME_ASSERT_PETSC(KSPSetUp(solver.ksp));
  const OwnedVec r = random_vector(matrix, 1), z = duplicate(r);
  const ExpectedErrorScope expected;
  EXPECT_EQ(static_cast<int>(PCApplyTranspose(solver.pc, r, z)), PETSC_ERR_SUP);
}

TEST(PcTrireme, follows_changed_values_and_can_be_reset) {
  const OwnedMat matrix = laplace(10, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {});
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().setups, 1);
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().setups, 1) << "the same matrix needs no second set-up";
  TRIREME_ASSERT_PETSC(MatShift(matrix, 2));
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().setups, 2);
  EXPECT_LT(relative_residual(matrix, b, x), 1.1e-8);
  TRIREME_ASSERT_PETSC(KSPReset(solver.ksp));
  EXPECT_EQ(solver.statistics().levels, 0);
  TRIREME_ASSERT_PETSC(KSPSetOperators(solver.ksp, matrix, matrix));
  EXPECT_GT(solver.solve(b, x), 0);
}

// Scales row and column i by the same factor near 1, another for each seed.
void change_values(Mat matrix, std::uint64_t seed) {
  const OwnedVec scaling = random_vector(matrix, static_cast<unsigned>(seed));
  TRIREME_ASSERT_PETSC(VecScale(scaling, 0.01));
  TRIREME_ASSERT_PETSC(VecShift(scaling, 1));
  TRIREME_ASSERT_PETSC(MatDiagonalScale(matrix, scaling, scaling));
}

TEST(PcTrireme, refills_what_it_has_for_other_values_of_the_same_pattern) {
  for (const char* family : {"classical", "aggregation"})
    for (const char* precision : {"double", "single"})
      for (const char* reuse : {"none", "structure", "interpolation"}) {
        const OwnedMat matrix = laplace(12, "aij");
        const OwnedVec b = random_vector(matrix, 1), x = duplicate(b), y = duplicate(b);
        const Options options = {
            {"-pc_trireme_type", family}, {"-pc_trireme_precision", precision}, {"-pc_trireme_reuse", reuse}};
        Solver solver(matrix, options);
        EXPECT_GT(solver.solve(b, x), 0);
        const bool keeps = std::string(reuse) != "none";
        EXPECT_EQ(solver.statistics().kept_bytes > 0, keeps || local_values(b).empty());
        for (int change = 1; change <= 3; ++change) {
          change_values(matrix, static_cast<std::uint64_t>(change));
          EXPECT_GT(solver.solve(b, x), 0);
          EXPECT_LT(relative_residual(matrix, b, x), 1.1e-8);
          EXPECT_EQ(solver.statistics().setups, change + 1);
          EXPECT_EQ(solver.statistics().refills, keeps ? change : 0);
          Solver fresh(matrix, options);
          EXPECT_GT(fresh.solve(b, y), 0);
          EXPECT_LE(solver.iterations(), fresh.iterations() + 1) << family << ", " << reuse;
        }
      }
}

TEST(PcTrireme, keeps_nothing_before_a_pattern_comes_a_second_time) {
  const OwnedMat matrix = laplace(10, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {});
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().kept_bytes, 0);
  for (int change = 1; change <= 3; ++change) {
    change_values(matrix, static_cast<std::uint64_t>(change));
    EXPECT_GT(solver.solve(b, x), 0);
    EXPECT_LT(relative_residual(matrix, b, x), 1.1e-8);
    EXPECT_EQ(solver.statistics().kept_bytes > 0, !local_values(b).empty());
    EXPECT_EQ(solver.statistics().refills, change - 1);
  }
}

TEST(PcTrireme, sets_up_from_scratch_where_weights_cannot_be_computed_anew) {
  for (const auto& [option, value] :
       {std::pair{"-pc_trireme_agg_nl", "1"}, {"-pc_trireme_num_functions", "2"}}) {
    const OwnedMat matrix = laplace(10, "aij");
    const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
    Solver solver(matrix, {{option, value}, {"-pc_trireme_reuse", "structure"}});
    EXPECT_GT(solver.solve(b, x), 0);
    change_values(matrix, 1);
    EXPECT_GT(solver.solve(b, x), 0);
    EXPECT_LT(relative_residual(matrix, b, x), 1.1e-8);
    EXPECT_EQ(solver.statistics().setups, 2);
    EXPECT_EQ(solver.statistics().refills, 0);
    EXPECT_EQ(solver.statistics().kept_bytes, 0);
  }
}

TEST(PcTrireme, sets_up_from_scratch_for_another_pattern_or_other_options) {
  const OwnedMat matrix = laplace(10, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {{"-pc_trireme_reuse", "structure"}});
  EXPECT_GT(solver.solve(b, x), 0);
  change_values(matrix, 1);
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().refills, 1);
  // An entry that only one rank gets.
  PetscInt begin = 0, end = 0;
  TRIREME_ASSERT_PETSC(MatSetOption(matrix, MAT_NEW_NONZERO_LOCATION_ERR, PETSC_FALSE));
  TRIREME_ASSERT_PETSC(MatGetOwnershipRange(matrix, &begin, &end));
  if (end == 1000 && begin < end) {
    TRIREME_ASSERT_PETSC(MatSetValue(matrix, 999, 995, -0.01, INSERT_VALUES));
  }
  TRIREME_ASSERT_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  TRIREME_ASSERT_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().setups, 3);
  EXPECT_EQ(solver.statistics().refills, 1);
  EXPECT_LT(relative_residual(matrix, b, x), 1.1e-8);
  {
    const OptionScope scope(
        Options{{"-pc_trireme_reuse", "structure"}, {"-pc_trireme_strong_threshold", "0.5"}});
    TRIREME_ASSERT_PETSC(KSPSetFromOptions(solver.ksp));
  }
  change_values(matrix, 2);
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().refills, 1);
  change_values(matrix, 3);
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_EQ(solver.statistics().refills, 2);
}

TEST(PcTrireme, refuses_a_diagonal_that_lost_its_sign_as_a_refill) {
  const OwnedMat matrix = laplace(8, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {{"-pc_trireme_reuse", "structure"}});
  EXPECT_GT(solver.solve(b, x), 0);
  TRIREME_ASSERT_PETSC(MatScale(matrix, -1));
  solver.solve(b, x);
  EXPECT_EQ(solver.statistics().setups, 2);
  EXPECT_EQ(solver.statistics().refills, 0);
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
TEST(PcTrireme, keeps_its_memory_over_many_changes_of_values) {
  for (const char* plan : {"true", "false"})
    for (const char* family : {"classical", "aggregation"}) {
      const OwnedMat matrix = laplace(12, "aij");
      const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
      Solver solver(matrix, {{"-pc_trireme_reuse", "structure"},
                             {"-pc_trireme_reuse_plan", plan},
                             {"-pc_trireme_type", family}});
      const auto used = [] {
        const auto info = mallinfo2();
        return static_cast<double>(info.uordblks + info.hblkhd);
      };
      const auto cycle = [&](int change) {
        change_values(matrix, static_cast<std::uint64_t>(change));
        EXPECT_GT(solver.solve(b, x), 0);
      };
      EXPECT_GT(solver.solve(b, x), 0);
      for (int change = 0; change < 4; ++change) cycle(change);
      const double before = used();
      const auto bytes = solver.statistics().bytes, kept = solver.statistics().kept_bytes;
      for (int change = 4; change < 54; ++change) cycle(change);
      EXPECT_EQ(solver.statistics().refills, 54);
      EXPECT_EQ(solver.statistics().bytes, bytes);
      EXPECT_EQ(solver.statistics().kept_bytes, kept);
      // A leak of one coarse matrix or message a set-up would be megabytes.
      EXPECT_LT(used() - before, 65536) << family;
    }
}
#endif

TEST(PcTrireme, fails_on_a_matrix_that_is_not_finite_and_works_again_with_a_sound_one) {
  const OwnedMat matrix = laplace(8, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {});
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    PetscInt begin = 0, end = 0;
    TRIREME_ASSERT_PETSC(MatGetOwnershipRange(matrix, &begin, &end));
    const auto set = [&](double value) {
      if (begin == 0 && end > 0) {
        TRIREME_ASSERT_PETSC(MatSetValue(matrix, 0, 0, value, INSERT_VALUES));
      }
      TRIREME_ASSERT_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
      TRIREME_ASSERT_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    };
    set(bad);
    EXPECT_EQ(solver.solve(b, x), KSP_DIVERGED_PC_FAILED);
    set(6);
    // A KSP whose PC has failed asks it again when it is given operators.
    TRIREME_ASSERT_PETSC(KSPSetOperators(solver.ksp, matrix, matrix));
    EXPECT_EQ(solver.solve(b, x), KSP_CONVERGED_RTOL);
  }
}

TEST(PcTrireme, shows_a_right_hand_side_that_is_not_finite_as_divergence) {
  const OwnedMat matrix = laplace(8, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b), bad = duplicate(b);
  Solver solver(matrix, {});
  TRIREME_ASSERT_PETSC(VecSet(bad, std::nan("")));
  EXPECT_EQ(solver.solve(bad, x), KSP_DIVERGED_NANORINF);
  TRIREME_ASSERT_PETSC(VecZeroEntries(x));
  EXPECT_EQ(solver.solve(b, x), KSP_CONVERGED_RTOL);
}

TEST(PcTrireme, solves_a_pure_neumann_problem_and_tells_of_its_null_space) {
  const OwnedMat matrix = laplace(10, "aij", true);
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  MatNullSpace constants = nullptr;
  TRIREME_ASSERT_PETSC(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_TRUE, 0, nullptr, &constants));
  TRIREME_ASSERT_PETSC(MatSetNullSpace(matrix, constants));
  TRIREME_ASSERT_PETSC(MatNullSpaceRemove(constants, b));
  TRIREME_ASSERT_PETSC(MatNullSpaceDestroy(&constants));
  Solver solver(matrix, {});
  EXPECT_EQ(solver.solve(b, x), KSP_CONVERGED_RTOL);
  EXPECT_LE(solver.iterations(), 14);
  EXPECT_EQ(solver.statistics().null_dimension, 1);
}

TEST(PcTrireme, solves_with_fewer_rows_than_ranks) {
  const OwnedMat matrix = laplace(1, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {});
  EXPECT_GT(solver.solve(b, x), 0);
  EXPECT_LT(relative_residual(matrix, b, x), 1e-12);
}

TEST(PcTrireme, refuses_matrices_that_are_not_aij) {
  OwnedMat matrix;
  TRIREME_ASSERT_PETSC(
      MatCreateConstantDiagonal(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, 8, 8, 1, matrix.out()));
  OwnedPc pc;
  TRIREME_ASSERT_PETSC(register_types());
  TRIREME_ASSERT_PETSC(PCCreate(PETSC_COMM_WORLD, pc.out()));
  TRIREME_ASSERT_PETSC(PCSetType(pc, PCTRIREME));
  TRIREME_ASSERT_PETSC(PCSetOperators(pc, matrix, matrix));
  const ExpectedErrorScope expected;
  EXPECT_EQ(static_cast<int>(PCSetUp(pc)), PETSC_ERR_USER_INPUT);
  EXPECT_NE(expected.text().find("use -mat_type aij"), std::string::npos) << expected.text();
}

TEST(PcTrireme, shows_its_hierarchy) {
  const OwnedMat matrix = laplace(12, "aij");
  const OwnedVec b = random_vector(matrix, 1), x = duplicate(b);
  Solver solver(matrix, {});
  EXPECT_GT(solver.solve(b, x), 0);
  char text[8192] = "";
  PetscViewer viewer = nullptr;
  FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  TRIREME_ASSERT_PETSC(PetscViewerASCIIOpenWithFILE(PETSC_COMM_WORLD, file, &viewer));
  TRIREME_ASSERT_PETSC(PCView(solver.pc, viewer));
  TRIREME_ASSERT_PETSC(PetscViewerDestroy(&viewer));
  std::rewind(file);
  const std::size_t length = std::fread(text, 1, sizeof(text) - 1, file);
  std::fclose(file);
  PetscInt begin = 0;
  TRIREME_ASSERT_PETSC(MatGetOwnershipRange(matrix, &begin, nullptr));
  if (begin > 0) return;  // only the first rank writes
  const std::string found(text, length);
  for (const char* words : {"type: trireme", "PMIS", "1728", "operator complexity", "l1-Gauss-Seidel"})
    EXPECT_NE(found.find(words), std::string::npos) << words << "\n" << found;
}

}  // namespace
}  // namespace trireme::amg
