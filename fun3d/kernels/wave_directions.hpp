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
template <class Number>
struct WaveFace {
  Vector<Number> normal;
  Number area;
};

template <class Number>
WaveFace<Number> wave_face(WaveDirections directions, const Vector<Number>& normal, const Number& area) {
  using std::sqrt;
  if (directions == WaveDirections::all) return {normal, area};
  const Number zero = 0.0;
  const Number share = sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  const auto crosses = share > zero;
  const Number divisor = select(crosses, share, Number(1.0));
  return {{select(crosses, normal[0] / divisor, normal[0]), select(crosses, normal[1] / divisor, normal[1]),
           select(crosses, zero, normal[2])},
          share * area};
}

}  // namespace trireme::flow
