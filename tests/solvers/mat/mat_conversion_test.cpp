// SPDX-License-Identifier: Apache-2.0
// aijomp and baijomp to and from PETSc's types, and through files.
#include <cstdlib>
#include <unistd.h>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/communicator.hpp"
#include "tests/solvers/mat/mat_omp_formats.hpp"

namespace trireme::mat {
namespace {

using namespace testing;

TEST_P(MatOmp, ConvertsBothWays) {
  const std::string stock = GetParam().stock;
  Mat to_stock = nullptr, to_ours = nullptr;
  check(MatConvert(ours_, stock.c_str(), MAT_INITIAL_MATRIX, &to_stock));
  EXPECT_EQ(type_of(to_stock), type_name(stock));
  EXPECT_LT(product_difference(to_stock, stock_), 1e-11);
  check(MatConvert(stock_, GetParam().ours, MAT_INITIAL_MATRIX, &to_ours));
  EXPECT_EQ(type_of(to_ours), ours());
  EXPECT_EQ(product_difference(to_ours, ours_), 0);
  // In place, there and back, and once more over an existing matrix.
  check(MatConvert(to_ours, stock.c_str(), MAT_INPLACE_MATRIX, &to_ours));
  EXPECT_EQ(type_of(to_ours), type_name(stock));
  EXPECT_LT(product_difference(to_ours, stock_), 1e-11);
  Mat duplicate = nullptr;
  check(MatDuplicate(to_ours, MAT_COPY_VALUES, &duplicate));
  EXPECT_EQ(type_of(duplicate), type_name(stock));
  check(MatDestroy(&duplicate));
  check(MatConvert(to_ours, GetParam().ours, MAT_INPLACE_MATRIX, &to_ours));
  EXPECT_EQ(type_of(to_ours), ours());
  EXPECT_EQ(product_difference(to_ours, ours_), 0);
  check(MatScale(ours_, 2));
  check(MatConvert(ours_, stock.c_str(), MAT_REUSE_MATRIX, &to_stock));
  EXPECT_LT(product_difference(to_stock, ours_), 1e-11);
  check(MatDestroy(&to_stock));
  check(MatDestroy(&to_ours));
}

TEST_P(MatOmp, ConvertsToOtherTypes) {
  std::vector<std::string> targets{MATAIJ};
  if (is_aij()) targets = {MATAIJ, MATDENSE, MATSELL, MATAIJPERM, MATBAIJ};
#if defined(PETSC_HAVE_HYPRE)
  targets.push_back(MATHYPRE);
#endif
  for (const std::string& target : targets) {
    SCOPED_TRACE(target);
    Mat converted = nullptr;
    check(MatConvert(ours_, target.c_str(), MAT_INITIAL_MATRIX, &converted));
    EXPECT_LT(product_difference(converted, stock_), 1e-11);
    check(MatDestroy(&converted));
    EXPECT_EQ(type_of(ours_), ours());
    EXPECT_LT(product_difference(ours_, stock_), 1e-11);
  }
}

TEST_P(MatOmp, LoadsWhatItWrote) {
  char name[] = "/tmp/trireme_mat_omp_XXXXXX";
  if (PetscGlobalRank == 0) ::close(::mkstemp(name));
  const comm::Communicator world(PETSC_COMM_WORLD);
  std::string file = name;
  comm::broadcast(world, file);
  PetscViewer viewer = nullptr;
  check(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file.c_str(), FILE_MODE_WRITE, &viewer));
  check(MatView(ours_, viewer));
  check(PetscViewerDestroy(&viewer));
  Mat loaded = nullptr;
  check(MatCreate(PETSC_COMM_WORLD, &loaded));
  PetscInt rows = 0, columns = 0;
  check(MatGetLocalSize(ours_, &rows, &columns));
  check(MatSetSizes(loaded, rows, columns, PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetBlockSize(loaded, GetParam().block_size));
  check(MatSetType(loaded, GetParam().ours));
  check(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file.c_str(), FILE_MODE_READ, &viewer));
  check(MatLoad(loaded, viewer));
  check(PetscViewerDestroy(&viewer));
  EXPECT_EQ(type_of(loaded), ours());
  EXPECT_EQ(product_difference(loaded, ours_), 0);
  check(MatDestroy(&loaded));
  world.barrier();
  if (PetscGlobalRank == 0) {
    ::unlink(file.c_str());
    ::unlink((file + ".info").c_str());
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, MatOmp, formats(), name_of);

}  // namespace
}  // namespace trireme::mat
