// SPDX-License-Identifier: Apache-2.0
// Forces of known pressure fields on the sides of a box.
#include "fun3d/discretization/forces.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;

TEST(Forces, IntegrateALinearPressureOverTheWallsOnly) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 5);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
  // p = 1 + y/2, hence Cp = y: only the wall y = 1 carries load, 1 upwards through the outward normal.
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < mesh->n_local(); ++vertex) {
    q.insert(q.end(), {1 + 0.5 * mesh->coordinates[3 * static_cast<std::size_t>(vertex) + 1], 1, 0, 0});
  }
  const ForceReference reference{
      .area = 0.5, .length = 2.0, .point = {0.25, 0, 0}, .arm = MomentArm::centroid};
  const Forces forces(comm, plan, reference, ForceAxes{});
  const auto by_marker = forces.by_marker<E>(test::sample_parameters(), q.data());
  ASSERT_EQ(by_marker.size(), 6u);
  EXPECT_NEAR(by_marker[3].lift, 1.0 / 0.5, 1e-13);
  EXPECT_NEAR(by_marker[3].drag, 0.0, 1e-13);
  // Load centre x = 1/2, arm 1/4.
  EXPECT_NEAR(by_marker[3].moment, 0.25 / 0.5 / 2.0, 1e-13);
  for (const std::size_t marker : {0u, 1u, 2u, 4u, 5u}) {
    EXPECT_NEAR(by_marker[marker].lift, 0.0, 1e-13);
    EXPECT_NEAR(by_marker[marker].moment, 0.0, 1e-13);
  }
  const ForceCoefficients sum = total(by_marker);
  EXPECT_NEAR(sum.lift, 2.0, 1e-13);
  // The load acts upwards in (1/2, 1, 1/2); the moments are taken about (1/4, 0, 0).
  const Vector3 force{0, 2.0, 0}, moment{-0.5, 0, 0.25};
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(sum.body_force[d], force[d], 1e-13) << d;
    EXPECT_NEAR(sum.body_moment[d], moment[d], 1e-13) << d;
  }
}

TEST(Forces, CornerSumArmIsThreeTimesTheCentroidsLessTwiceThePoint) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 5);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
  const std::vector<double> q = test::smooth_state(*mesh, mesh->n_local());
  const auto moment = [&](MomentArm arm) {
    const Forces forces(comm, plan, {.area = 1, .length = 1, .point = {0.25, 0, 0}, .arm = arm}, ForceAxes{});
    return total(forces.by_marker<E>(test::sample_parameters(), q.data()));
  };
  const ForceCoefficients centroid = moment(MomentArm::centroid), corner_sum = moment(MomentArm::corner_sum);
  EXPECT_NEAR(corner_sum.moment, 3 * centroid.moment + 2 * 0.25 * centroid.lift, 1e-12);
}

}  // namespace
}  // namespace trireme::flow
