// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/array_view.hpp"

#include <gtest/gtest.h>
#include <petsc/private/petscimpl.h>

#include "solvers/base/error.hpp"

namespace trireme::petsc {
namespace {

PetscObjectState state_of(Vec v) {
  PetscObjectState state = 0;
  check(PetscObjectStateGet(reinterpret_cast<PetscObject>(v), &state));
  return state;
}

TEST(ArrayView, ShowsTheLocalEntries) {
  Vec v = nullptr;
  const PetscInt n = PetscGlobalRank == 1 ? 0 : 5;
  check(VecCreateMPI(PETSC_COMM_WORLD, n, PETSC_DETERMINE, &v));
  {
    const WriteView view(v);
    ASSERT_EQ(view.span().size(), static_cast<std::size_t>(n));
    for (double& value : view.span()) value = 2;
  }
  {
    const UpdateView view(v);
    for (double& value : view.span()) value *= 3;
  }
  const ReadView view(v);
  for (const double value : view.span()) EXPECT_EQ(value, 6);
  check(VecDestroy(&v));
}

TEST(ArrayView, OnlyWritingChangesTheState) {
  Vec v = nullptr;
  check(VecCreateSeq(PETSC_COMM_SELF, 4, &v));
  check(VecSet(v, 1));
  PetscReal norm = 0;
  check(VecNorm(v, NORM_2, &norm));
  const PetscObjectState before = state_of(v);
  EXPECT_EQ(ReadView(v).span()[3], 1);
  EXPECT_EQ(state_of(v), before);
  UpdateView(v).span()[0] = 5;
  EXPECT_GT(state_of(v), before);
  // The cached norm of before must not be given again.
  check(VecNorm(v, NORM_INFINITY, &norm));
  EXPECT_EQ(norm, 5);
  check(VecDestroy(&v));
}

TEST(ArrayView, RefusesToWriteALockedVector) {
  Vec v = nullptr;
  check(VecCreateSeq(PETSC_COMM_SELF, 4, &v));
  check(VecLockReadPush(v));
  PetscInt locks = 0;
  check(VecLockGet(v, &locks));
  // Builds of PETSc without debugging do not lock.
  if (locks > 0) {
    EXPECT_THROW(UpdateView{v}, Error);
  }
  check(VecLockReadPop(v));
  check(VecDestroy(&v));
}

}  // namespace
}  // namespace trireme::petsc
