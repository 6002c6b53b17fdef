// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/boundary_plan.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

// One wall in two markers is the same wall.
TEST(BoundaryPlan, DoesNotSeeHowAWallIsSplitIntoMarkers) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto whole = test::box_mesh(comm, 4);
  mesh::FlowMesh split = *whole;
  split.marker_names.push_back("other_half");
  for (LocalIndex facet = 0; facet < split.n_facets(); facet += 2) {
    if (split.facet_marker[facet] == 2) split.facet_marker[facet] = 6;
  }
  std::vector<BoundaryCondition> kinds = test::channel_kinds();
  const BoundaryPlan one(*whole, kinds);
  kinds.push_back(BoundaryKind::slip_wall);
  const BoundaryPlan two(split, kinds);
  ASSERT_EQ(one.wall().size(), two.wall().size());
  for (LocalIndex b = 0; b < one.wall().size(); ++b) {
    EXPECT_EQ(one.wall().vertices[b], two.wall().vertices[b]);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(one.wall().normals[4 * b + i], two.wall().normals[4 * b + i]);
  }
  EXPECT_TRUE(std::ranges::equal(one.wall_corners().thirds, two.wall_corners().thirds));
}

// Equal conditions are one boundary, different ones are two, whatever the order of the markers.
TEST(BoundaryPlan, MergesMarkersOfEqualConditions) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4);
  BoundaryCondition outlet(BoundaryKind::pressure_outlet), other(outlet);
  outlet.pressure = 0.9;
  other.pressure = 1.1;
  const std::vector<BoundaryCondition> conditions{BoundaryKind::far_field, outlet, other, outlet, outlet,
                                                  BoundaryKind::far_field};
  const BoundaryPlan plan(*mesh, conditions);
  ASSERT_EQ(plan.n_open(), 3);
  EXPECT_EQ(plan.open_condition(0).kind, BoundaryKind::far_field);
  EXPECT_EQ(plan.open_condition(1), outlet);
  EXPECT_EQ(plan.open_condition(2), other);
  EXPECT_EQ(plan.wall().size(), 0);
  // 5 x 5 points a side; the far field's x = 0 and z = 1 share an edge, the outlets' three sides a corner.
  EXPECT_EQ(plan.open(0).size(), 2 * 25 - 5);
  EXPECT_EQ(plan.open(1).size(), 3 * 25 - 3 * 5 + 1);
  EXPECT_EQ(plan.open(2).size(), 25);
}

// The lumped normals of all six sides close up: the box's surface has no net area vector.
TEST(BoundaryPlan, LumpedNormalsSumToTheAreaOfTheSides) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4);
  const BoundaryPlan plan(*mesh, test::channel_kinds());
  const Vector3 expected[] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  for (int marker = 0; marker < plan.n_markers(); ++marker) {
    Vector3 sum{};
    const LumpedVertices side = plan.marker(marker);
    for (LocalIndex b = 0; b < side.size(); ++b) {
      for (int d = 0; d < 3; ++d) sum[d] += side.normals[4 * b + 3] * side.normals[4 * b + d];
    }
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(sum[d], expected[marker][d], 1e-13);
  }
}

}  // namespace
}  // namespace trireme::flow
