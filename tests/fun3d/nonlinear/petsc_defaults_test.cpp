// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/petsc_defaults.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

namespace trireme::flow {
namespace {

std::string option(const char* name) {
  char text[64] = "";
  PetscBool set = PETSC_FALSE;
  EXPECT_EQ(PetscOptionsGetString(nullptr, nullptr, name, text, sizeof text, &set), 0);
  return set ? text : "(none)";
}

TEST(PreconditionerDefaults, FactorizeAloneOrInSubdomains) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  LinearSolverOptions options;
  options.fill_levels = 1;
  {
    const PreconditionerDefaults defaults(comm, options);
    const bool alone = comm.size() == 1;
    EXPECT_EQ(option("-pc_type"), alone ? "iluomp" : "bjacobi");
    EXPECT_EQ(option("-sub_pc_type"), alone ? "(none)" : "iluomp");
    EXPECT_EQ(option(alone ? "-pc_factor_levels" : "-sub_pc_factor_levels"), "1");
  }
  EXPECT_EQ(option("-pc_type"), "(none)");
  EXPECT_EQ(option("-sub_pc_type"), "(none)");
}

TEST(PreconditionerDefaults, LeaveTheUsersOptionsAlone) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  ASSERT_EQ(PetscOptionsSetValue(nullptr, "-pc_type", "asm"), 0);
  ASSERT_EQ(PetscOptionsSetValue(nullptr, "-sub_pc_type", "lu"), 0);
  {
    const PreconditionerDefaults defaults(comm, LinearSolverOptions{});
    EXPECT_EQ(option("-pc_type"), "asm");
    EXPECT_EQ(option("-sub_pc_type"), "lu");
    EXPECT_EQ(option("-sub_pc_factor_levels"), "(none)");
    EXPECT_EQ(option("-pc_asm_overlap"), "1");
  }
  EXPECT_EQ(option("-sub_pc_type"), "lu");
  ASSERT_EQ(PetscOptionsClearValue(nullptr, "-pc_type"), 0);
  ASSERT_EQ(PetscOptionsClearValue(nullptr, "-sub_pc_type"), 0);
}

}  // namespace
}  // namespace trireme::flow
