// SPDX-License-Identifier: Apache-2.0
// Slip wall: no flow passes, so only pressure acts on the momentum through the outward
// area vector.
#pragma once

#include "fun3d/physics/incompressible_euler/parameters.hpp"

namespace trireme::flow::incompressible_euler {

inline double pressure(const Parameters&, const State<4>& q) {
  return q[0];
}

inline State<4> wall_flux(const Parameters&, double p, const Vector3& area) {
  return {0.0, p * area[0], p * area[1], p * area[2]};
}

inline void wall_jacobian(const Parameters&, const State<4>&, const Vector3& area, Block<4>& A) {
  A.fill(0.0);
  for (int i = 0; i < 3; ++i) A[4 * (i + 1)] = area[i];
}

}  // namespace trireme::flow::incompressible_euler
