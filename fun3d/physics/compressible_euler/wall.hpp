// SPDX-License-Identifier: Apache-2.0
// Slip wall: no flow passes, so only pressure acts on the momentum through the outward
// area vector, and no energy passes.
#pragma once

#include "fun3d/physics/compressible_euler/parameters.hpp"

namespace trireme::flow::compressible_euler {

inline double pressure(const Parameters&, const State<5>& q) {
  return q[4];
}

inline State<5> wall_flux(const Parameters&, double p, const Vector3& area) {
  return {0.0, p * area[0], p * area[1], p * area[2], 0.0};
}

inline void wall_jacobian(const Parameters&, const State<5>&, const Vector3& area, Block<5>& A) {
  A.fill(0.0);
  for (int i = 0; i < 3; ++i) A[5 * (i + 1) + 4] = area[i];
}

}  // namespace trireme::flow::compressible_euler
