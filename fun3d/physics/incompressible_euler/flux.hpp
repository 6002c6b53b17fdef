// SPDX-License-Identifier: Apache-2.0
// The physical flux F(q).n = (beta U, u U + p n_x, v U + p n_y, w U + p n_z), U = (u, v, w).n, and its
// Jacobian.
#pragma once

#include "fun3d/physics/incompressible_euler/parameters.hpp"

namespace trireme::flow::incompressible_euler {

template <class Number>
Number normal_velocity(const State<4, Number>& q, const Vector<Number>& n) {
  return n[0] * q[1] + n[1] * q[2] + n[2] * q[3];
}

template <class Number>
State<4, Number> flux(const Parameters& parameters, const State<4, Number>& q, const Vector<Number>& n) {
  const Number U = normal_velocity(q, n);
  return {parameters.beta * U, q[1] * U + n[0] * q[0], q[2] * U + n[1] * q[0], q[3] * U + n[2] * q[0]};
}

template <class Number>
void flux_jacobian(const Parameters& parameters, const State<4, Number>& q, const Vector<Number>& n,
                   Block<4, Number>& A) {
  const Number U = normal_velocity(q, n);
  A[0] = 0.0;
  for (int j = 0; j < 3; ++j) A[1 + j] = parameters.beta * n[j];
  for (int i = 0; i < 3; ++i) {
    A[4 * (i + 1)] = n[i];
    for (int j = 0; j < 3; ++j) A[4 * (i + 1) + 1 + j] = q[1 + i] * n[j];
    A[5 * (i + 1)] += U;
  }
}

}  // namespace trireme::flow::incompressible_euler
