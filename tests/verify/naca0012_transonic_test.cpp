// SPDX-License-Identifier: Apache-2.0
// NACA 0012 at Mach 0.8 and 1.25 degrees on a public mesh of 5,233 vertices, against the coefficients that
// SU2's regression tests keep for that mesh with Roe's flux and Venkatakrishnan's limiter.
#include "tests/support/test_data.hpp"
#include "tests/verify/deck_flow.hpp"

namespace trireme::verify {
namespace {

TEST(Naca0012Transonic, HasTheLiftAndDragOfSu2OnItsMesh) {
  TRIREME_DATA_FILE(file, "meshes/2d/naca0012_inv_tri5233.su2");
  // The reader extrudes by 1. The shocks reach their places sooner when the time step grows fast.
  const auto flow = solve_deck<flow::CompressibleEuler>(
      TRIREME_TEST_CASES "/naca0012_transonic.yaml",
      {"mesh.file=" + file, "forces.reference_area=1", "pseudo_time.cfl_gain=5", "pseudo_time.cfl_max=1e4"});
  EXPECT_EQ(flow->end.reason, flow::EndReason::converged) << flow->end.drop;
  EXPECT_NEAR(flow->forces.lift, 0.335769, 0.03 * 0.335769);
  EXPECT_NEAR(flow->forces.drag, 0.023275, 0.05 * 0.023275);
  RecordProperty("lift", std::to_string(flow->forces.lift));
  RecordProperty("drag", std::to_string(flow->forces.drag));
}

}  // namespace
}  // namespace trireme::verify
