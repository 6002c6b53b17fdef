// SPDX-License-Identifier: Apache-2.0
// Characteristic far field. The eigenvectors are those of the free stream (so they are constants of a face):
// the wave U + c always leaves and takes its strength from inside, U - c always enters and takes it from the
// free stream, and the convective pair comes from the side the flow comes from. The flux is that of the state
// so composed.
#pragma once

#include "fun3d/physics/incompressible_euler/characteristics.hpp"

namespace trireme::flow::incompressible_euler {

// The composed boundary state: with P = r l the projectors of the free stream,
//   outflow: q_b = q + P- (q_inf - q),     inflow: q_b = q_inf + P+ (q - q_inf).
inline State<4> far_field_state(const Parameters& parameters, const State<4>& q, const Vector3& n) {
  const State<4>& infinity = parameters.free_stream;
  const Acoustics<> a = acoustics(parameters, infinity, n);
  const bool outflow = normal_velocity(q, n) > 0.0;
  const State<4> deviation{q[0] - infinity[0], q[1] - infinity[1], q[2] - infinity[2], q[3] - infinity[3]};
  const double strength = outflow ? -inner(a.left_minus, deviation) : inner(a.left_plus, deviation);
  State<4> boundary;
  for (int i = 0; i < 4; ++i) {
    boundary[i] = (outflow ? q[i] : infinity[i]) + strength * (outflow ? a.right_minus[i] : a.right_plus[i]);
  }
  return boundary;
}

inline State<4> far_field_flux(const Parameters& parameters, const State<4>& q, const Vector3& n) {
  return flux(parameters, far_field_state(parameters, q, n), n);
}

// dF(q_b)/dq_b times dq_b/dq; exact except on the measure-zero switch between inflow and outflow.
inline void far_field_jacobian(const Parameters& parameters, const State<4>& q, const Vector3& n,
                               Block<4>& result) {
  const Acoustics<> a = acoustics(parameters, parameters.free_stream, n);
  const bool outflow = normal_velocity(q, n) > 0.0;
  Block<4> A;
  flux_jacobian(parameters, far_field_state(parameters, q, n), n, A);
  for (int i = 0; i < 4; ++i) {
    double A_right = 0.0;
    for (int k = 0; k < 4; ++k) A_right += A[4 * i + k] * (outflow ? a.right_minus[k] : a.right_plus[k]);
    for (int j = 0; j < 4; ++j) {
      result[4 * i + j] = outflow ? A[4 * i + j] - A_right * a.left_minus[j] : A_right * a.left_plus[j];
    }
  }
}

}  // namespace trireme::flow::incompressible_euler
