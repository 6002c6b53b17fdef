// SPDX-License-Identifier: Apache-2.0
// The flux through boundaries that flow passes, by kind, and its exact Jacobian. Inlet and outlet take the
// wave that leaves, with its strength linearized about the free stream, from inside: W = m p + U, m = (c -
// U)/beta of the free stream.
//   pressure outlet: p given, tangential velocity from inside, U = U_i + m (p_i - p)
//   total pressure inlet: p + V^2/2 given, velocity V d with c_d = -d.n, hence
//                         m V^2/2 + c_d V + W - m p0 = 0; backflow is held at V = 0
#pragma once

#include <algorithm>

#include "fun3d/physics/boundary_condition.hpp"
#include "fun3d/physics/dual.hpp"
#include "fun3d/physics/incompressible_euler/far_field.hpp"

namespace trireme::flow::incompressible_euler {

// m = (c - U)/beta of the free stream.
inline double leaving_wave_pressure_weight(const Parameters& parameters, const Vector3& n) {
  const double U = normal_velocity(parameters.free_stream, n);
  return (std::sqrt(U * U + parameters.beta) - U) / parameters.beta;
}

// The states on the boundary. Pressures of the condition are in units of the free stream's.
template <class Number>
State<4, Number> pressure_outlet_state(const Parameters& parameters, const BoundaryCondition& condition,
                                       const State<4, Number>& q, const Vector3& n) {
  const double pressure = parameters.free_stream[0] * condition.pressure.value_or(1.0);
  const Number change = leaving_wave_pressure_weight(parameters, n) * (q[0] - pressure);
  return {Number(pressure), q[1] + change * n[0], q[2] + change * n[1], q[3] + change * n[2]};
}

template <class Number>
State<4, Number> total_pressure_inlet_state(const Parameters& parameters, const BoundaryCondition& condition,
                                            const State<4, Number>& q, const Vector3& n) {
  using std::max;
  using std::sqrt;
  const State<4>& infinity = parameters.free_stream;
  const Vector3 velocity{infinity[1], infinity[2], infinity[3]};
  const double speed = std::sqrt(dot(velocity, velocity));
  const double total =
      infinity[0] * condition.total_pressure.value_or(1.0 + 0.5 * speed * speed / infinity[0]);
  const Vector3 d =
      condition.direction.value_or(Vector3{velocity[0] / speed, velocity[1] / speed, velocity[2] / speed});
  const double m = leaving_wave_pressure_weight(parameters, n);
  // A direction that does not enter gives no inflow.
  const double c = std::max(-dot(d, n), 1e-3);
  const Number wave = m * q[0] + normal_velocity(q, as_vector_of<Number>(n));
  const Number root = sqrt(max(Number(c * c + 2.0 * m * (m * total - wave)), Number(0.0)));
  const Number V = max(Number((root - c) / m), Number(0.0));
  return {total - 0.5 * V * V, V * d[0], V * d[1], V * d[2]};
}

// Per unit area; n the outward unit normal.
inline State<4> open_flux(const Parameters& parameters, const BoundaryCondition& condition, const State<4>& q,
                          const Vector3& n) {
  switch (condition.kind) {
    case BoundaryKind::far_field:
      return far_field_flux(parameters, q, n);
    case BoundaryKind::total_pressure_inlet:
      return flux(parameters, total_pressure_inlet_state(parameters, condition, q, n), n);
    case BoundaryKind::pressure_outlet:
      return flux(parameters, pressure_outlet_state(parameters, condition, q, n), n);
    default:
      return flux(parameters, q, n);
  }
}

inline void open_jacobian(const Parameters& parameters, const BoundaryCondition& condition, const State<4>& q,
                          const Vector3& n, Block<4>& block) {
  const State<4, Dual<4>> variables = as_variables<4>(q);
  const Vector<Dual<4>> normal = as_vector_of<Dual<4>>(n);
  switch (condition.kind) {
    case BoundaryKind::far_field:
      return far_field_jacobian(parameters, q, n, block);
    case BoundaryKind::total_pressure_inlet:
      block = jacobian_of<4>(
          flux(parameters, total_pressure_inlet_state(parameters, condition, variables, n), normal));
      return;
    case BoundaryKind::pressure_outlet:
      block = jacobian_of<4>(
          flux(parameters, pressure_outlet_state(parameters, condition, variables, n), normal));
      return;
    default:
      return flux_jacobian(parameters, q, n, block);
  }
}

}  // namespace trireme::flow::incompressible_euler
