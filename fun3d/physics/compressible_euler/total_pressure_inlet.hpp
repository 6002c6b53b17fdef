// SPDX-License-Identifier: Apache-2.0
// Subsonic inlet with given total pressure, total temperature and direction. The wave that leaves brings
// Riemann's invariant J = Un + k a, k = 2/(gamma - 1), from inside; with the speed V along the direction d
// and c = -d.n, J = k a - c V and the total enthalpy H = k a^2/2 + V^2/2 give a quadratic equation for a,
// whose larger root is the inflow. Backflow is held at V = 0.
#pragma once

#include <algorithm>

#include "fun3d/physics/boundary_condition.hpp"
#include "fun3d/physics/compressible_euler/flux.hpp"

namespace trireme::flow::compressible_euler {

// The state on the boundary.
template <class Number>
State<5, Number> total_pressure_inlet_state(const Parameters& parameters, const BoundaryCondition& condition,
                                            const State<5, Number>& q, const Vector<Number>& n) {
  using std::max;
  using std::pow;
  using std::sqrt;
  const double gamma = parameters.gamma, k = 2.0 / (gamma - 1.0);
  const State<5>& infinity = parameters.free_stream;
  const double speed = std::sqrt(2.0 * kinetic_energy(infinity));
  const double a_infinity = speed_of_sound(parameters, infinity);
  const double free_ratio = 1.0 + speed * speed / (k * a_infinity * a_infinity);  // T0 / T
  const double total_temperature = condition.total_temperature.value_or(free_ratio);
  const double total_pressure =
      infinity[4] * condition.total_pressure.value_or(std::pow(free_ratio, gamma / (gamma - 1.0)));
  const Vector3 direction =
      condition.direction.value_or(Vector3{infinity[1] / speed, infinity[2] / speed, infinity[3] / speed});
  const double a_total2 = a_infinity * a_infinity * total_temperature;
  const double enthalpy2 = k * a_total2;  // 2 H

  // A direction that does not enter gives no inflow; the bound keeps the root a number.
  const Vector<Number> d = as_vector_of<Number>(direction);
  const Number c = max(Number(-dot(d, n)), Number(1e-3));
  const Number J = normal_velocity(q, n) + k * speed_of_sound(parameters, q);
  const Number c2k = c * c + k;
  const Number a = (k * J + c * sqrt(max(Number(k * (enthalpy2 * c2k - J * J)), Number(0.0)))) / (k * c2k);
  const Number V = max(Number((k * a - J) / c), Number(0.0));
  const Number a2 = max(Number(a_total2 - V * V * (1.0 / k)), Number(1e-3 * a_total2));
  const Number p = total_pressure * pow(Number(a2 / a_total2), gamma / (gamma - 1.0));
  return {gamma * p / a2, V * d[0], V * d[1], V * d[2], p};
}

}  // namespace trireme::flow::compressible_euler
