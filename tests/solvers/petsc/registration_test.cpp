// SPDX-License-Identifier: Apache-2.0
// The library is found by the name that -dll_append looks up, registers once, and offers its types.
#include "solvers/petsc/registration.hpp"

#include <algorithm>
#include <dlfcn.h>

#include <gtest/gtest.h>
#include <petscksp.h>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/core_sharing.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/threads/affinity_report.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::petsc {
namespace {

TEST(Registration, IsFoundByTheLibrarysName) {
  void* function = dlsym(RTLD_DEFAULT, "PetscDLLibraryRegister_trireme_solvers");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(reinterpret_cast<PetscErrorCode (*)()>(function)(), success);
  check(register_types());
  check(register_types());
}

// Ranks that share cores must not each fill them with threads.
TEST(Registration, AsAPlugInCountsTheRanksThatShareCores) {
  const int sharing = comm::share_cores(comm::Communicator(PETSC_COMM_WORLD));
  // Two ranks on shared cores, each with a thread for every core.
  const threads::ThreadCountScope scope(std::max(2, static_cast<int>(threads::allowed_cpus().size())));
  threads::set_ranks_sharing_cores(1000);
  EXPECT_EQ(PetscDLLibraryRegister_trireme_solvers(), success);
  EXPECT_EQ(threads::ranks_sharing_cores(), sharing);
  if (sharing > 1) {
    EXPECT_TRUE(threads::oversubscribed());
  }
  threads::set_ranks_sharing_cores(1000);
  check(register_types());
  EXPECT_EQ(threads::ranks_sharing_cores(), 1000) << "registering is local to the rank";
  threads::set_ranks_sharing_cores(sharing);
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
