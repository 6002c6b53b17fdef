// SPDX-License-Identifier: Apache-2.0
// The flux through boundaries that flow passes, by kind, and its exact Jacobian by differentiation of the
// same code.
#pragma once

#include "fun3d/physics/compressible_euler/far_field.hpp"
#include "fun3d/physics/compressible_euler/pressure_outlet.hpp"
#include "fun3d/physics/compressible_euler/total_pressure_inlet.hpp"
#include "fun3d/physics/dual.hpp"

namespace trireme::flow::compressible_euler {

// Per unit area; n the outward unit normal. Kinds that are not open give the flux from inside.
template <class Number>
State<5, Number> open_flux(const Parameters& parameters, const BoundaryCondition& condition,
                           const State<5, Number>& q, const Vector<Number>& n) {
  switch (condition.kind) {
    case BoundaryKind::far_field:
      return far_field_flux(parameters, q, n);
    case BoundaryKind::supersonic_inflow:
      return flux(parameters, as_state_of<Number>(parameters.free_stream), n);
    case BoundaryKind::total_pressure_inlet:
      return flux(parameters, total_pressure_inlet_state(parameters, condition, q, n), n);
    case BoundaryKind::pressure_outlet:
      return flux(parameters, pressure_outlet_state(parameters, condition, q, n), n);
    default:
      return flux(parameters, q, n);
  }
}

inline void open_jacobian(const Parameters& parameters, const BoundaryCondition& condition, const State<5>& q,
                          const Vector3& n, Block<5>& block) {
  block = jacobian_of<5>(open_flux(parameters, condition, as_variables<5>(q), as_vector_of<Dual<5>>(n)));
}

}  // namespace trireme::flow::compressible_euler
