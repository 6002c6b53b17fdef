// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_options.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

void expect_right_handed(const ForceAxes& axes) {
  EXPECT_NEAR(dot(axes.drag, axes.drag), 1, 1e-15);
  EXPECT_NEAR(dot(axes.lift, axes.lift), 1, 1e-15);
  EXPECT_NEAR(dot(axes.lift, axes.drag), 0, 1e-15);
  const Vector3& d = axes.drag;
  const Vector3& l = axes.lift;
  const Vector3 cross{d[1] * l[2] - d[2] * l[1], d[2] * l[0] - d[0] * l[2], d[0] * l[1] - d[1] * l[0]};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(cross[i], axes.moment[i], 1e-15);
}

TEST(FlowOptions, AxesFollowTheAngleOfAttackForEitherUpAxis) {
  FlowOptions options;
  options.angle_of_attack = 30;
  Vector3 flow = free_stream_direction(options);
  EXPECT_NEAR(flow[0], std::sqrt(3.0) / 2, 1e-15);
  EXPECT_NEAR(flow[1], 0.5, 1e-15);
  EXPECT_NEAR(flow[2], 0, 1e-15);
  expect_right_handed(force_axes(options));
  options.up_axis = UpAxis::z;
  flow = free_stream_direction(options);
  EXPECT_NEAR(flow[1], 0, 1e-15);
  EXPECT_NEAR(flow[2], 0.5, 1e-15);
  expect_right_handed(force_axes(options));
}

TEST(FlowOptions, SideslipTurnsTheFlowTowardsTheSpan) {
  FlowOptions options;
  options.sideslip = 90;
  EXPECT_NEAR(free_stream_direction(options)[2], 1, 1e-15);
  options.up_axis = UpAxis::z;
  EXPECT_NEAR(free_stream_direction(options)[1], 1, 1e-15);
}

}  // namespace
}  // namespace trireme::flow
