// SPDX-License-Identifier: Apache-2.0
// The library is found by the name that -dll_append looks up, registers once, and offers its types.
#include "solvers/petsc/registration.hpp"

#include <dlfcn.h>

#include <gtest/gtest.h>
#include <petscksp.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::petsc {
namespace {

TEST(Registration, IsFoundByTheLibrarysName) {
  void* function = dlsym(RTLD_DEFAULT, "PetscDLLibraryRegister_trireme_solvers");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(reinterpret_cast<PetscErrorCode (*)()>(function)(), success);
  check(register_types());
  check(register_types());
}

TEST(Registration, OffersTheTypes) {
  check(register_types());
  Vec v = nullptr;
  check(VecCreate(PETSC_COMM_SELF, &v));
  check(VecSetSizes(v, 3, 3));
  for (const char* type : {"omp", "mpiomp", "seqomp"}) check(VecSetType(v, type));
  check(VecDestroy(&v));
  for (const char* type : {"aijomp", "seqaijomp", "mpiaijomp", "baijomp", "seqbaijomp", "mpibaijomp"}) {
    Mat a = nullptr;
    check(MatCreate(PETSC_COMM_SELF, &a));
    check(MatSetSizes(a, 4, 4, 4, 4));
    check(MatSetBlockSize(a, 2));
    check(MatSetType(a, type));
    check(MatSetUp(a));
    check(MatDestroy(&a));
  }
  PC pc = nullptr;
  check(PCCreate(PETSC_COMM_SELF, &pc));
  check(PCSetType(pc, "iluomp"));
  check(PCDestroy(&pc));
}

}  // namespace
}  // namespace trireme::petsc
