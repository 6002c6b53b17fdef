// SPDX-License-Identifier: Apache-2.0
// Vertices on planes of symmetry as the kernels see them. Beyond a plane lies the mirror image of the mesh
// and of the flow, which repeats at the vertex what its own side has. Every vertex has a frame of three
// orthonormal axes: those along all of its planes (free), and those across. What the mirrors leave unchanged
// is then a matter of components. Views: the arrays belong to discretization/symmetry_plan.
#pragma once

#include <cstdint>
#include <span>

#include "fun3d/physics/state.hpp"
#include "solvers/base/types.hpp"

namespace trireme::flow {

struct MirroredVertices {
  std::span<const LocalIndex> vertices;  // [n] owned local vertices, ascending
  std::span<const double> frames;        // [n, 3, 3] an axis a row
  // [n, 3] of each axis: 0 where it is free; else the number of the group of axes that the mirrors mix, which
  // is the axis alone unless planes meet at another angle than a right one.
  std::span<const std::uint8_t> groups;
  std::span<const double> areas;  // [n] of the vertex's part of its planes

  LocalIndex size() const { return static_cast<LocalIndex>(vertices.size()); }
  const double* axis(LocalIndex b, int a) const { return &frames[9 * static_cast<std::size_t>(b) + 3 * a]; }
  std::uint8_t group(LocalIndex b, int a) const { return groups[3 * static_cast<std::size_t>(b) + a]; }
};

// The part of a vector that lies in all planes of vertex number b: what the mirrors leave of its mean.
inline Vector3 along_planes(const MirroredVertices& mirrored, LocalIndex b, const Vector3& vector) {
  Vector3 along{};
  for (int a = 0; a < 3; ++a) {
    if (mirrored.group(b, a) != 0) continue;
    const double* axis = mirrored.axis(b, a);
    const double component = axis[0] * vector[0] + axis[1] * vector[1] + axis[2] * vector[2];
    for (int d = 0; d < 3; ++d) along[d] += component * axis[d];
  }
  return along;
}

}  // namespace trireme::flow
