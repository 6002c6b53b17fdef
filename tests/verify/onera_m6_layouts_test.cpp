// SPDX-License-Identifier: Apache-2.0
// The converged forces do not depend on ranks, threads or the file the mesh came from.
#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/support/test_data.hpp"
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::flow {
namespace {

TEST(OneraM6Layouts, ForcesAreTheReferencesAtItsStopRule) {
  for (const char* name : {verify::mesh_a_dual, verify::mesh_a_cells}) {
    TRIREME_DATA_FILE(file, name);
    const comm::Communicator comm(PETSC_COMM_WORLD);
    const auto run = verify::load(comm, verify::mesh_a_case(file));
    EXPECT_EQ(run->run().reason, EndReason::converged);
    EXPECT_NEAR(run->steps.back().forces.lift, verify::converged_lift, 1e-6);
    EXPECT_NEAR(run->steps.back().forces.drag, verify::converged_drag, 1e-6);
  }
}

// Ten digits of lift and drag, the same for every layout; obtained on one rank.
TEST(OneraM6Layouts, ForcesAgreeToNineDigitsWhenConvergedDeeply) {
  TRIREME_DATA_FILE(file, verify::mesh_a_dual);
  const comm::Communicator comm(PETSC_COMM_WORLD);
  FlowCase flow_case = verify::mesh_a_case(file);
  flow_case.pseudo_time.residual_drop = 1e10;
  flow_case.pseudo_time.drop_measure = DropMeasure::after_step;
  const auto run = verify::load(comm, flow_case);
  const PseudoTransientResult end = run->run();
  EXPECT_EQ(end.reason, EndReason::converged);
  EXPECT_GT(end.drop, 1e10);
  EXPECT_NEAR(run->steps.back().forces.lift, 0.1102319589139, 1e-9);
  EXPECT_NEAR(run->steps.back().forces.drag, 0.0231263854157, 1e-9);
}

}  // namespace
}  // namespace trireme::flow
