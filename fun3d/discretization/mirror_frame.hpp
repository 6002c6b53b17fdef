// SPDX-License-Identifier: Apache-2.0
// The frame in which mirrors in planes through one point are simple: orthonormal axes, each along all planes
// or across; axes across that several mirrors mix (planes at another angle than a right one) form a group.
// Called by discretization/symmetry_plan; the fields are those of kernels/mirrored_vertices.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "fun3d/physics/state.hpp"

namespace trireme::flow {

struct MirrorFrame {
  std::array<Vector3, 3> axes{};
  std::array<std::uint8_t, 3> groups{};
  // How often a part of space between the planes fits into all of it: 2 for one plane, 4 for two at a right
  // angle, 360 over their angle for two at another one, 8 for three.
  double copies = 1;

  Vector3 along_planes(const Vector3& vector) const;
};

// Unit normals of the planes, of which parallel ones count once. Coordinate axes are axes of the frame where
// they can be, so that planes across them are exact.
MirrorFrame mirror_frame(std::span<const Vector3> normals);

}  // namespace trireme::flow
