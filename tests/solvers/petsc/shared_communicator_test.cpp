// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/shared_communicator.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace trireme::petsc {
namespace {

TEST(SharedCommunicator, IsOneForEachCommunicatorWhileItIsHeld) {
  auto first = shared_communicator(PETSC_COMM_WORLD);
  const auto second = shared_communicator(PETSC_COMM_WORLD);
  EXPECT_EQ(first, second);
  EXPECT_NE(first->handle(), PETSC_COMM_WORLD);
  EXPECT_EQ(first->size(), PetscGlobalSize);
  EXPECT_NE(shared_communicator(PETSC_COMM_SELF), first);
}

TEST(SharedCommunicator, EndsWithItsLastHolder) {
  std::weak_ptr<const comm::Communicator> gone;
  {
    const auto held = shared_communicator(PETSC_COMM_WORLD);
    gone = held;
    EXPECT_FALSE(gone.expired());
  }
  EXPECT_TRUE(gone.expired());
  // Many more than MPI could give at a time.
  for (int k = 0; k < 5000; ++k) EXPECT_EQ(shared_communicator(PETSC_COMM_SELF)->size(), 1);
}

}  // namespace
}  // namespace trireme::petsc
