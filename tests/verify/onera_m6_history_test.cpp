// SPDX-License-Identifier: Apache-2.0
// Step by step against the history that PETSc-FUN3D and KFUN3D print on this mesh (both agree to 5-6 digits;
// the case is theirs, the numbers were obtained by running them). A Newton step solved to 1 % passes rounding
// noise of its matrix-free products on to the next residual, the more the smaller that is: hence the growing
// tolerance there.
#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/support/test_data.hpp"
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::flow {
namespace {

struct ReferenceStep {
  double cfl, residual, residual_tolerance;
  int linear_iterations;
  double lift, drag, moment;
};

constexpr ReferenceStep reference[] = {
    {50, 0.0757779, 1e-5, 6, 0.198893, 0.0556185, 0.253232},
    {298.854, 0.0139459, 5e-5, 9, 0.103094, 0.0233585, 0.109161},
    {380.68, 0.0109483, 1e-4, 13, 0.107855, 0.0230138, 0.113387},
    {2736.8, 0.00152289, 1e-4, 16, 0.110131, 0.0231229, 0.115402},
    {52335, 7.964e-5, 5e-4, 15, 0.110232, 0.0231264, 0.115475},
    {1e5, 4.555e-6, 1e-3, 16, 0.110232, 0.0231264, 0.115475},
    {1e5, 8.330e-8, 1e-3, 15, 0.110232, 0.0231264, 0.115475},
    {1e5, 8.46e-10, 2e-3, 15, 0.110232, 0.0231264, 0.115475},
};

void expect_reference_history(const std::string& file) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto run = verify::load(comm, verify::mesh_a_case(file));
  const PseudoTransientResult end = run->run();
  EXPECT_EQ(end.reason, EndReason::converged);
  ASSERT_EQ(end.steps, 8);
  EXPECT_NEAR(static_cast<double>(end.linear_iterations), 105, 2);
  for (std::size_t i = 0; i < 8; ++i) {
    const test::FlowStep& step = run->steps[i];
    const ReferenceStep& expected = reference[i];
    EXPECT_NEAR(step.cfl / expected.cfl, 1, expected.residual_tolerance) << "step " << i;
    EXPECT_NEAR(step.residual / expected.residual, 1, expected.residual_tolerance) << "step " << i;
    EXPECT_NEAR(step.linear_iterations, expected.linear_iterations, 1) << "step " << i;
    EXPECT_NEAR(step.forces.lift / expected.lift, 1, 1e-5) << "step " << i;
    EXPECT_NEAR(step.forces.drag / expected.drag, 1, 1e-5) << "step " << i;
    EXPECT_NEAR(step.forces.moment / expected.moment, 1, 1e-5) << "step " << i;
  }
}

TEST(OneraM6History, IsTheReferencesOnItsOwnDualMesh) {
  TRIREME_DATA_FILE(file, verify::mesh_a_dual);
  expect_reference_history(file);
}

TEST(OneraM6History, IsTheReferencesOnTheRebuiltTetrahedra) {
  TRIREME_DATA_FILE(file, verify::mesh_a_cells);
  expect_reference_history(file);
}

TEST(OneraM6History, SolvesWithPetscsOwnTypesAlike) {
  TRIREME_DATA_FILE(file, verify::mesh_a_dual);
  const comm::Communicator comm(PETSC_COMM_WORLD);
  FlowCase flow_case = verify::mesh_a_case(file);
  flow_case.linear_solver.matrix_type = "baij";
  flow_case.linear_solver.subdomain_solver = "ilu";
  const auto run = verify::load(comm, flow_case);
  const PseudoTransientResult end = run->run();
  EXPECT_EQ(end.steps, 8);
  EXPECT_NEAR(static_cast<double>(end.linear_iterations), 105, 2);
  EXPECT_NEAR(run->steps.back().forces.lift, verify::converged_lift, 5e-7);
}

}  // namespace
}  // namespace trireme::flow
