// SPDX-License-Identifier: Apache-2.0
// Products and a GMRES solve on aijomp and baijomp give the same bits for 1, 2, 4 and 7 threads.
#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>
#include <petscksp.h>

#include "solvers/mat/mat_omp.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/mat/test_matrix.hpp"

namespace trireme::mat {
namespace {

using namespace testing;

std::uint64_t hash(Vec v) {
  const petsc::ReadView view(v);
  std::uint64_t h = 14695981039346656037ULL;
  for (const double value : view.span()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    h = (h ^ bits) * 1099511628211ULL;
  }
  return h;
}

// This rank's part of the solution of a GMRES solve started from A^T (A x + x).
std::uint64_t run(Mat a, double perturbation) {
  Vec x = nullptr, y = nullptr, z = nullptr;
  check(MatCreateVecs(a, &x, &y));
  check(VecDuplicate(x, &z));
  fill(x, 1);
  check(VecScale(x, 1 + perturbation));
  check(MatMultAdd(a, x, x, y));
  check(MatMultTranspose(a, y, z));
  check(MatMultTransposeAdd(a, x, z, y));
  KSP ksp = nullptr;
  PC pc = nullptr;
  check(KSPCreate(PETSC_COMM_WORLD, &ksp));
  check(KSPSetOperators(ksp, a, a));
  check(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, 40));
  check(KSPGetPC(ksp, &pc));
  check(PCSetType(pc, PCJACOBI));
  check(KSPSolve(ksp, y, x));
  const std::uint64_t result = hash(x);
  check(KSPDestroy(&ksp));
  for (Vec* v : {&x, &y, &z}) check(VecDestroy(v));
  return result;
}

TEST(MatOmpBits, DoNotDependOnTheThreadCount) {
  check(petsc::register_types());
  for (const PetscInt block_size : {1, 3, 4, 5}) {
    Mat a = make_matrix(block_size == 1 ? type_aijomp : type_baijomp, block_size);
    std::uint64_t first = 0;
    for (const int threads : {1, 2, 4, 7}) {
      const threads::ThreadCountScope scope(threads);
      const std::uint64_t found = run(a, 0);
      if (threads == 1) first = found;
      EXPECT_EQ(found, first) << threads << " threads, block size " << block_size;
    }
    if (local_block_rows(block_size) > 0) {
      EXPECT_NE(run(a, 1e-15), first) << "the hash sees a changed entry";
    } else {
      run(a, 1e-15);
    }
    check(MatDestroy(&a));
  }
}

}  // namespace
}  // namespace trireme::mat
