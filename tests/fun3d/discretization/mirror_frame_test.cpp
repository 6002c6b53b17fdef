// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/mirror_frame.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

void expect_orthonormal(const MirrorFrame& frame) {
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b)
      EXPECT_NEAR(dot(frame.axes[a], frame.axes[b]), a == b ? 1.0 : 0.0, 1e-14);
  }
}

void expect_along(const MirrorFrame& frame, const Vector3& vector, const Vector3& expected) {
  const Vector3 along = frame.along_planes(vector);
  for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(along[d], expected[d], 1e-14);
}

TEST(MirrorFrame, OfAPlaneAcrossAnAxisIsTheAxes) {
  const Vector3 normals[] = {{0, 0, -1}};
  const MirrorFrame frame = mirror_frame(normals);
  EXPECT_EQ(frame.axes, (std::array<Vector3, 3>{{{0, 0, -1}, {1, 0, 0}, {0, 1, 0}}}));
  EXPECT_EQ(frame.groups, (std::array<std::uint8_t, 3>{1, 0, 0}));
  EXPECT_EQ(frame.copies, 2);
  EXPECT_EQ(frame.along_planes({1.1, 2.2, 3.3}), (Vector3{1.1, 2.2, 0}));
}

TEST(MirrorFrame, OfNoPlaneChangesNothing) {
  const MirrorFrame frame = mirror_frame({});
  EXPECT_EQ(frame.copies, 1);
  EXPECT_EQ(frame.along_planes({1.1, 2.2, 3.3}), (Vector3{1.1, 2.2, 3.3}));
}

TEST(MirrorFrame, CountsParallelPlanesOnce) {
  const Vector3 normals[] = {{0.6, 0.8, 0}, {-0.6, -0.8, 0}, {0.6, 0.8, 0}};
  const MirrorFrame frame = mirror_frame(normals);
  expect_orthonormal(frame);
  EXPECT_EQ(frame.copies, 2);
  expect_along(frame, {0.6, 0.8, 1}, {0, 0, 1});
  expect_along(frame, {-0.8, 0.6, 1}, {-0.8, 0.6, 1});
}

TEST(MirrorFrame, OfTwoPlanesLeavesTheirLine) {
  const Vector3 square[] = {{0.6, 0.8, 0}, {0, 0, 1}};
  const MirrorFrame right = mirror_frame(square);
  expect_orthonormal(right);
  EXPECT_EQ(right.groups, (std::array<std::uint8_t, 3>{1, 2, 0}));
  EXPECT_EQ(right.copies, 4);
  expect_along(right, {1, 1, 1}, {-0.8 * -0.2, 0.6 * -0.2, 0});

  // 60 degrees: six copies, whose mirrors mix the two axes across.
  const Vector3 narrow[] = {{1, 0, 0}, {-0.5, std::sqrt(0.75), 0}};
  const MirrorFrame sixth = mirror_frame(narrow);
  expect_orthonormal(sixth);
  EXPECT_EQ(sixth.groups, (std::array<std::uint8_t, 3>{1, 1, 0}));
  EXPECT_NEAR(sixth.copies, 6, 1e-13);
  expect_along(sixth, {1, 2, 3}, {0, 0, 3});
}

TEST(MirrorFrame, OfThreePlanesLeavesNothing) {
  const double h = std::sqrt(0.5);
  const Vector3 octant[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, prism[] = {{1, 0, 0}, {0, 1, 0}, {h, h, 0}},
                corner[] = {{1, 0, 0}, {0, 0, 1}, {h, h, 0}};
  EXPECT_EQ(mirror_frame(octant).groups, (std::array<std::uint8_t, 3>{1, 2, 3}));
  EXPECT_EQ(mirror_frame(octant).copies, 8);
  expect_along(mirror_frame(octant), {1, 2, 3}, {0, 0, 0});
  // Three planes through one line, 45 degrees apart.
  expect_along(mirror_frame(prism), {1, 2, 3}, {0, 0, 3});
  EXPECT_NEAR(mirror_frame(prism).copies, 8, 1e-13);
  // An eighth of a disc, halved.
  expect_orthonormal(mirror_frame(corner));
  expect_along(mirror_frame(corner), {1, 2, 3}, {0, 0, 0});
  EXPECT_NEAR(mirror_frame(corner).copies, 16, 1e-13);
}

}  // namespace
}  // namespace trireme::flow
