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
    EXPECT_EQ(option("-sub_pc_factor_mat_ordering_type"), "natural");
    EXPECT_EQ(option("-pc_asm_overlap"), "1");
  }
  EXPECT_EQ(option("-sub_pc_type"), "lu");
  ASSERT_EQ(PetscOptionsClearValue(nullptr, "-pc_type"), 0);
  ASSERT_EQ(PetscOptionsClearValue(nullptr, "-sub_pc_type"), 0);
}

// What the deck says of factors holds for the factorization in force, whoever chose it.
TEST(PreconditionerDefaults, TellAnotherFactorizationTheDecksLevels) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const char* const name = comm.size() == 1 ? "-pc_type" : "-sub_pc_type";
  const std::string prefix = comm.size() == 1 ? "-" : "-sub_";
  ASSERT_EQ(PetscOptionsSetValue(nullptr, name, "ilu"), 0);
  LinearSolverOptions options;
  options.fill_levels = 2;
  options.ordering = FactorOrdering::rcm;
  options.factor_precision = FactorPrecision::single_precision;
  {
    const PreconditionerDefaults defaults(comm, options);
    EXPECT_EQ(option((prefix + "pc_factor_levels").c_str()), "2");
    EXPECT_EQ(option((prefix + "pc_factor_mat_ordering_type").c_str()), "rcm");
    EXPECT_EQ(option((prefix + "pc_iluomp_precision").c_str()), "(none)");
  }
  ASSERT_EQ(PetscOptionsClearValue(nullptr, name), 0);
}

}  // namespace
}  // namespace trireme::flow
