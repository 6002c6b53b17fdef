// SPDX-License-Identifier: Apache-2.0
// A Krylov-like sequence of Vec operations gives the same bits for 1, 2, 4 and 7 threads.
#include <cmath>
#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>
#include <petscvec.h>

#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"
#include "solvers/vec/vec_omp.hpp"

namespace trireme::vec {
namespace {

using petsc::check;

std::uint64_t hash(std::span<const double> x) {
  std::uint64_t h = 14695981039346656037ULL;
  for (const double value : x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    h = (h ^ bits) * 1099511628211ULL;
  }
  return h;
}

// Modified Gram-Schmidt on five vectors, then a mix of updates; the hash of this rank's part of the last
// vector.
std::uint64_t run(double perturbation) {
  Vec v = nullptr, *basis = nullptr;
  check(VecCreate(PETSC_COMM_WORLD, &v));
  check(VecSetSizes(v, 20011, PETSC_DETERMINE));
  check(VecSetType(v, type_omp));
  check(VecDuplicateVecs(v, 5, &basis));
  for (int k = 0; k < 5; ++k) {
    {
      const petsc::WriteView view(basis[k]);
      for (std::size_t i = 0; i < view.span().size(); ++i)
        view.span()[i] = std::cos(static_cast<double>(i) * (k + 1) * 0.37) + PetscGlobalRank;
      if (k == 0) view.span()[12345] += perturbation;
    }
    PetscScalar dots[5];
    check(VecMDot(basis[k], k, basis, dots));
    for (int j = 0; j < k; ++j) dots[j] = -dots[j];
    check(VecMAXPY(basis[k], k, dots, basis));
    check(VecNormalize(basis[k], nullptr));
    PetscReal norms[2];
    check(VecNorm(basis[k], NORM_1_AND_2, norms));
    check(VecAXPBY(v, norms[0], norms[1], basis[k]));
    if (k > 0) check(VecAXPBYPCZ(v, norms[0], norms[1], 0.5, basis[k], basis[0]));
  }
  PetscReal largest = 0;
  check(VecMax(v, nullptr, &largest));
  check(VecShift(v, largest));
  check(VecSqrtAbs(v));
  const std::uint64_t result = hash(petsc::ReadView(v).span());
  check(VecDestroyVecs(5, &basis));
  check(VecDestroy(&v));
  return result;
}

TEST(VecOmpBits, DoNotDependOnTheThreadCount) {
  check(petsc::register_types());
  std::uint64_t first = 0;
  for (const int threads : {1, 2, 4, 7}) {
    const threads::ThreadCountScope scope(threads);
    const std::uint64_t found = run(0);
    if (threads == 1) first = found;
    EXPECT_EQ(found, first) << threads << " threads";
  }
  EXPECT_NE(run(1e-15), first) << "the hash sees a changed entry";
}

}  // namespace
}  // namespace trireme::vec
