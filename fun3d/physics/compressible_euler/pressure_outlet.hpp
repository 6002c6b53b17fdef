// SPDX-License-Identifier: Apache-2.0
// Outlet with given static pressure: entropy, tangential velocity and Riemann's invariant Un + 2a/(gamma - 1)
// come from inside. Where the flow leaves faster than sound the given pressure has no say.
#pragma once

#include "fun3d/physics/boundary_condition.hpp"
#include "fun3d/physics/compressible_euler/flux.hpp"

namespace trireme::flow::compressible_euler {

// The state on the boundary.
template <class Number>
State<5, Number> pressure_outlet_state(const Parameters& parameters, const BoundaryCondition& condition,
                                       const State<5, Number>& q, const Vector<Number>& n) {
  using std::pow;
  using std::sqrt;
  const double gamma = parameters.gamma;
  const double pressure = parameters.free_stream[4] * condition.pressure.value_or(1.0);
  const Number a = speed_of_sound(parameters, q);
  const Number density = q[0] * pow(Number(pressure / q[4]), 1.0 / gamma);
  const Number change = 2.0 / (gamma - 1.0) * (a - sqrt(gamma * pressure / density));
  const auto subsonic = normal_velocity(q, n) < a;
  State<5, Number> boundary;
  boundary[0] = select(subsonic, density, q[0]);
  for (int d = 0; d < 3; ++d) boundary[1 + d] = select(subsonic, Number(q[1 + d] + change * n[d]), q[1 + d]);
  boundary[4] = select(subsonic, Number(pressure), q[4]);
  return boundary;
}

}  // namespace trireme::flow::compressible_euler
