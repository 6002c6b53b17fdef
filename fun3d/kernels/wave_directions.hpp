// SPDX-License-Identifier: Apache-2.0
// Across which faces of a dual cell waves count for the local pseudo-time step: all of them, or in a plane
// mesh only by what they extend in its plane. A plane mesh is one layer along z; nothing travels across it,
// yet its two sides would dominate the step wherever the layer is thinner than the cells are long, and hold
// up the flow there. Used by edge_spectral_radius and boundary_spectral_radius.
#pragma once

#include <cmath>

#include "fun3d/physics/state.hpp"

namespace trireme::flow {

enum class WaveDirections { all, in_plane };

// A face as waves see it. In the plane, area may be zero; the normal then is that of the face.
struct WaveFace {
  Vector3 normal;
  double area;
};

inline WaveFace wave_face(WaveDirections directions, const Vector3& normal, double area) {
  if (directions == WaveDirections::all) return {normal, area};
  const double share = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  if (share == 0) return {normal, 0};
  return {{normal[0] / share, normal[1] / share, 0}, share * area};
}

}  // namespace trireme::flow
