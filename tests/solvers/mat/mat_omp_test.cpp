// SPDX-License-Identifier: Apache-2.0
// aijomp and baijomp against AIJ and BAIJ: products, everything else a solver asks of a matrix.
#include "solvers/mat/mat_omp.hpp"

#include <vector>

#include "tests/solvers/mat/mat_omp_formats.hpp"

namespace trireme::mat {
namespace {

using namespace testing;

TEST_P(MatOmp, IsNamedAndMakesOmpVectors) {
  EXPECT_EQ(type_of(ours_), ours());
  Vec x = nullptr;
  check(MatCreateVecs(ours_, &x, nullptr));
  VecType type = nullptr;
  check(VecGetType(x, &type));
  EXPECT_EQ(type, type_name("omp"));
  check(VecDestroy(&x));
  PetscBool is_base = PETSC_FALSE;
  check(PetscObjectBaseTypeCompare(reinterpret_cast<PetscObject>(ours_), type_name(GetParam().stock).c_str(),
                                   &is_base));
  EXPECT_TRUE(is_base);
}

TEST_P(MatOmp, MultipliesAsStock) {
  Vec x = nullptr, u = nullptr, a = nullptr, b = nullptr;
  check(MatCreateVecs(ours_, &x, &a));
  check(VecDuplicate(a, &b));
  check(VecDuplicate(a, &u));
  fill(x, 1);
  fill(u, 2);
  // Twice: the second product reuses what the first set up.
  for (int round = 0; round < 2; ++round) {
    check(MatMult(ours_, x, a));
    check(MatMult(stock_, x, b));
    EXPECT_LT(max_difference(a, b), 1e-11);
    check(MatMultAdd(ours_, x, u, a));
    check(MatMultAdd(stock_, x, u, b));
    EXPECT_LT(max_difference(a, b), 1e-11);
    check(MatMultTranspose(ours_, x, a));
    check(MatMultTranspose(stock_, x, b));
    EXPECT_LT(max_difference(a, b), 1e-11);
    check(MatMultTransposeAdd(ours_, x, u, a));
    check(MatMultTransposeAdd(stock_, x, u, b));
    EXPECT_LT(max_difference(a, b), 1e-11);
    for (Vec v : {a, b}) check(VecCopy(u, v));
    check(MatMultAdd(ours_, x, a, a));
    check(MatMultAdd(stock_, x, b, b));
    EXPECT_LT(max_difference(a, b), 1e-11);
    check(MatMultTransposeAdd(ours_, x, a, a));
    check(MatMultTransposeAdd(stock_, x, b, b));
    EXPECT_LT(max_difference(a, b), 1e-11);
  }
  for (Vec* v : {&x, &u, &a, &b}) check(VecDestroy(v));
}

// New values, then new entries, which change the halo: the product must see both.
TEST_P(MatOmp, FollowsChangesOfValuesAndPattern) {
  EXPECT_LT(product_difference(ours_, stock_), 1e-11);
  PetscInt begin = 0, end = 0, size = 0;
  check(MatGetOwnershipRange(ours_, &begin, &end));
  check(MatGetSize(ours_, &size, nullptr));
  const PetscInt bs = GetParam().block_size, blocks = size / bs;
  for (const PetscInt distance : {PetscInt{0}, PetscInt{1}, PetscInt{123}}) {
    for (Mat a : {ours_, stock_}) {
      check(MatSetOption(a, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
      for (PetscInt row = begin / bs; row < end / bs; row += 5)
        for (PetscInt r = 0; r < bs; ++r)
          for (PetscInt c = 0; c < bs; ++c)
            check(MatSetValue(a, row * bs + r, ((row + distance) % blocks) * bs + c,
                              0.25 + static_cast<double>(r), ADD_VALUES));
      check(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
      check(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
    }
    EXPECT_LT(product_difference(ours_, stock_), 1e-11) << "entries at distance " << distance;
  }
}

TEST_P(MatOmp, GivesItsDiagonal) {
  Vec a = nullptr, b = nullptr;
  check(MatCreateVecs(ours_, &a, &b));
  check(MatGetDiagonal(ours_, a));
  check(MatGetDiagonal(stock_, b));
  EXPECT_EQ(max_difference(a, b), 0);
  Mat block = nullptr;
  check(MatGetDiagonalBlock(ours_, &block));
  EXPECT_EQ(type_of(block), std::string("seq") + GetParam().ours);
  check(VecDestroy(&a));
  check(VecDestroy(&b));
}

TEST_P(MatOmp, DuplicatesAndCopies) {
  Mat copy = nullptr, empty = nullptr, again = nullptr;
  check(MatDuplicate(ours_, MAT_COPY_VALUES, &copy));
  EXPECT_EQ(type_of(copy), ours());
  EXPECT_LT(product_difference(copy, stock_), 1e-11);
  check(MatDuplicate(ours_, MAT_DO_NOT_COPY_VALUES, &empty));
  check(MatCopy(copy, empty, SAME_NONZERO_PATTERN));
  check(MatDestroy(&copy));
  check(MatDuplicate(empty, MAT_COPY_VALUES, &again));
  EXPECT_LT(product_difference(again, stock_), 1e-11);
  Mat block = nullptr;
  check(MatGetDiagonalBlock(again, &block));
  EXPECT_EQ(type_of(block), std::string("seq") + GetParam().ours);
  check(MatDestroy(&empty));
  check(MatDestroy(&again));
}

TEST_P(MatOmp, ScalesAndShifts) {
  Vec left = nullptr, right = nullptr;
  check(MatCreateVecs(ours_, &right, &left));
  fill(left, 3);
  fill(right, 4);
  for (Mat a : {ours_, stock_}) {
    check(MatScale(a, 0.5));
    check(MatShift(a, 2.0));
    check(MatDiagonalScale(a, left, right));
  }
  EXPECT_LT(product_difference(ours_, stock_), 1e-11);
  for (const NormType type : {NORM_1, NORM_FROBENIUS, NORM_INFINITY}) {
    PetscReal a = 0, b = 0;
    check(MatNorm(ours_, type, &a));
    check(MatNorm(stock_, type, &b));
    EXPECT_NEAR(a, b, 1e-12 * b);
  }
  check(MatZeroEntries(ours_));
  PetscReal norm = 1;
  check(MatNorm(ours_, NORM_FROBENIUS, &norm));
  EXPECT_EQ(norm, 0);
  check(VecDestroy(&left));
  check(VecDestroy(&right));
}

TEST_P(MatOmp, ZerosRows) {
  PetscInt begin = 0, end = 0;
  check(MatGetOwnershipRange(ours_, &begin, &end));
  std::vector<PetscInt> rows;
  for (PetscInt row = begin; row < end; row += 17) rows.push_back(row);
  for (Mat a : {ours_, stock_})
    check(MatZeroRows(a, static_cast<PetscInt>(rows.size()), rows.data(), 3.0, nullptr, nullptr));
  EXPECT_LT(product_difference(ours_, stock_), 1e-11);
  for (Mat a : {ours_, stock_})
    check(MatZeroRowsColumns(a, static_cast<PetscInt>(rows.size()), rows.data(), 2.0, nullptr, nullptr));
  EXPECT_LT(product_difference(ours_, stock_), 1e-11);
}

TEST_P(MatOmp, AddsMatrices) {
  Mat more[] = {make_matrix(GetParam().ours, GetParam().block_size, 5),
                make_matrix(GetParam().stock, GetParam().block_size, 5)};
  check(MatAXPY(ours_, 0.5, more[0], SAME_NONZERO_PATTERN));
  check(MatAXPY(stock_, 0.5, more[1], SAME_NONZERO_PATTERN));
  EXPECT_LT(product_difference(ours_, stock_), 1e-11);
  for (Mat& m : more) check(MatDestroy(&m));
  more[0] = make_matrix(GetParam().ours, GetParam().block_size, 6, true);
  more[1] = make_matrix(GetParam().stock, GetParam().block_size, 6, true);
  check(MatAXPY(ours_, -2, more[0], DIFFERENT_NONZERO_PATTERN));
  check(MatAXPY(stock_, -2, more[1], DIFFERENT_NONZERO_PATTERN));
  EXPECT_EQ(type_of(ours_), ours());
  EXPECT_LT(product_difference(ours_, stock_), 1e-11);
  for (Mat& m : more) check(MatDestroy(&m));
}

TEST_P(MatOmp, GivesSubmatrices) {
  PetscInt begin = 0, end = 0;
  const PetscInt bs = GetParam().block_size;
  check(MatGetOwnershipRange(ours_, &begin, &end));
  IS rows = nullptr;
  const PetscInt blocks = (end - begin) / bs;
  std::vector<PetscInt> every_second;
  for (PetscInt k = 0; k < blocks; k += 2) every_second.push_back(begin / bs + k);
  check(ISCreateBlock(PETSC_COMM_WORLD, bs, static_cast<PetscInt>(every_second.size()), every_second.data(),
                      PETSC_COPY_VALUES, &rows));
  Mat a = nullptr, b = nullptr;
  check(MatCreateSubMatrix(ours_, rows, rows, MAT_INITIAL_MATRIX, &a));
  check(MatCreateSubMatrix(stock_, rows, rows, MAT_INITIAL_MATRIX, &b));
  EXPECT_LT(product_difference(a, b), 1e-11);
  // PETSc 3.18 refuses to reuse an MPIBAIJ: it compares its rows with the block rows of the request.
  if (is_aij() || PetscGlobalSize == 1) {
    check(MatCreateSubMatrix(ours_, rows, rows, MAT_REUSE_MATRIX, &a));
    EXPECT_LT(product_difference(a, b), 1e-11);
  }
  check(MatDestroy(&a));
  check(MatDestroy(&b));
  // As PCASM does: this rank's rows and some of another's.
  IS local = nullptr;
  check(ISCreateStride(PETSC_COMM_SELF, 20 * bs, 0, 1, &local));
  check(ISSetBlockSize(local, bs));
  Mat *several_ours = nullptr, *several_stock = nullptr;
  check(MatCreateSubMatrices(ours_, 1, &local, &local, MAT_INITIAL_MATRIX, &several_ours));
  check(MatCreateSubMatrices(stock_, 1, &local, &local, MAT_INITIAL_MATRIX, &several_stock));
  PetscBool equal = PETSC_FALSE;
  check(MatMultEqual(several_ours[0], several_stock[0], 3, &equal));
  EXPECT_TRUE(equal);
  check(MatDestroySubMatrices(1, &several_ours));
  check(MatDestroySubMatrices(1, &several_stock));
  check(ISDestroy(&rows));
  check(ISDestroy(&local));
}

TEST_P(MatOmp, Transposes) {
  Mat a = nullptr, b = nullptr;
  check(MatTranspose(ours_, MAT_INITIAL_MATRIX, &a));
  check(MatTranspose(stock_, MAT_INITIAL_MATRIX, &b));
  EXPECT_LT(product_difference(a, b), 1e-11);
  check(MatTranspose(ours_, MAT_INPLACE_MATRIX, &ours_));
  EXPECT_EQ(type_of(ours_), ours());
  EXPECT_LT(product_difference(ours_, b), 1e-11);
  check(MatDestroy(&a));
  check(MatDestroy(&b));
}

TEST_P(MatOmp, MultipliesMatrices) {
  if (!is_aij()) GTEST_SKIP() << "PETSc multiplies AIJ matrices only";
  Mat p_ours = make_matrix(GetParam().ours, 1, 9), p_stock = make_matrix(GetParam().stock, 1, 9);
  Mat a = nullptr, b = nullptr;
  for (const MatReuse reuse : {MAT_INITIAL_MATRIX, MAT_REUSE_MATRIX}) {
    check(MatMatMult(ours_, p_ours, reuse, PETSC_DEFAULT, &a));
    check(MatMatMult(stock_, p_stock, reuse, PETSC_DEFAULT, &b));
    EXPECT_LT(product_difference(a, b), 1e-9);
  }
  check(MatDestroy(&a));
  check(MatDestroy(&b));
  for (const MatReuse reuse : {MAT_INITIAL_MATRIX, MAT_REUSE_MATRIX}) {
    check(MatPtAP(ours_, p_ours, reuse, PETSC_DEFAULT, &a));
    check(MatPtAP(stock_, p_stock, reuse, PETSC_DEFAULT, &b));
    EXPECT_LT(product_difference(a, b), 1e-7);
  }
  check(MatDestroy(&a));
  check(MatDestroy(&b));
  // A stock matrix on one side, as AMG codes have them.
  check(MatMatMult(ours_, p_stock, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &a));
  check(MatMatMult(stock_, p_ours, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &b));
  EXPECT_LT(product_difference(a, b), 1e-9);
  for (Mat* m : {&a, &b, &p_ours, &p_stock}) check(MatDestroy(m));
}

TEST_P(MatOmp, MultipliesDenseMatrices) {
  if (!is_aij()) GTEST_SKIP() << "PETSc multiplies AIJ matrices only";
  PetscInt local = 0;
  check(MatGetLocalSize(ours_, &local, nullptr));
  const auto dense = [](PetscInt rows, PetscInt columns) {
    Mat made = nullptr;
    check(MatCreateDense(PETSC_COMM_WORLD, rows, columns, PETSC_DETERMINE, PETSC_DETERMINE, nullptr, &made));
    PetscInt begin = 0, end = 0, all = 0;
    check(MatGetOwnershipRange(made, &begin, &end));
    check(MatGetSize(made, nullptr, &all));
    for (PetscInt row = begin; row < end; ++row)
      for (PetscInt column = 0; column < all; ++column)
        check(MatSetValue(made, row, column, entry(row, column, 1), INSERT_VALUES));
    check(MatAssemblyBegin(made, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(made, MAT_FINAL_ASSEMBLY));
    return made;
  };
  Mat wide = dense(2, local), tall = dense(local, 2);
  const auto expect_same = [](Mat left_ours, Mat right_ours, Mat left_stock, Mat right_stock) {
    Mat a = nullptr, b = nullptr;
    check(MatMatMult(left_ours, right_ours, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &a));
    check(MatMatMult(left_stock, right_stock, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &b));
    PetscReal largest = 0, difference = 1;
    check(MatNorm(b, NORM_FROBENIUS, &largest));
    check(MatAXPY(a, -1, b, SAME_NONZERO_PATTERN));
    check(MatNorm(a, NORM_FROBENIUS, &difference));
    EXPECT_GT(largest, 1);
    EXPECT_LT(difference, 1e-12 * largest);
    for (Mat* m : {&a, &b}) check(MatDestroy(m));
  };
  expect_same(ours_, tall, stock_, tall);
  expect_same(wide, ours_, wide, stock_);
  for (Mat* m : {&wide, &tall}) check(MatDestroy(m));
}

// Parts of a type with data of its own would lose them.
TEST(MatOmpParts, AreRefusedWhenOfAnotherDerivedType) {
  check(petsc::register_types());
  check(PetscOptionsSetValue(nullptr, "-mat_seqaij_type", MATSEQAIJPERM));
  Mat a = nullptr;
  check(MatCreate(PETSC_COMM_WORLD, &a));
  check(MatSetSizes(a, 10, 10, PETSC_DETERMINE, PETSC_DETERMINE));
  check(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
  PetscErrorCode code = MatSetType(a, type_aijomp);
  if (code == petsc::success) code = MatMPIAIJSetPreallocation(a, 1, nullptr, 1, nullptr);
  check(PetscPopErrorHandler());
  EXPECT_EQ(code, PETSC_ERR_ARG_WRONG);
  check(PetscOptionsClearValue(nullptr, "-mat_seqaij_type"));
  check(MatDestroy(&a));
}

INSTANTIATE_TEST_SUITE_P(Formats, MatOmp, formats(), name_of);

}  // namespace
}  // namespace trireme::mat
