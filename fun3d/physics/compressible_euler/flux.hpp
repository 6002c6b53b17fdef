// SPDX-License-Identifier: Apache-2.0
// The conserved variables U = (rho, rho u, rho v, rho w, E), E = p/(gamma - 1) + rho |u|^2/2, the physical
// flux F(q).n = (rho Un, rho u Un + p n, (E + p) Un), Un = u.n, and the derivatives of both in the primitive
// unknowns.
#pragma once

#include <cmath>

#include "fun3d/physics/compressible_euler/parameters.hpp"

namespace trireme::flow::compressible_euler {

template <class Number>
Number normal_velocity(const State<5, Number>& q, const Vector<Number>& n) {
  return n[0] * q[1] + n[1] * q[2] + n[2] * q[3];
}

// |u|^2 / 2
template <class Number>
Number kinetic_energy(const State<5, Number>& q) {
  return 0.5 * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

template <class Number>
Number speed_of_sound(const Parameters& parameters, const State<5, Number>& q) {
  using std::sqrt;
  return sqrt(parameters.gamma * q[4] / q[0]);
}

template <class Number>
State<5, Number> conserved(const Parameters& parameters, const State<5, Number>& q) {
  return {q[0], q[0] * q[1], q[0] * q[2], q[0] * q[3],
          q[4] * (1.0 / (parameters.gamma - 1.0)) + q[0] * kinetic_energy(q)};
}

// dU/dq
template <class Number>
void conserved_jacobian(const Parameters& parameters, const State<5, Number>& q, Block<5, Number>& M) {
  M.fill(0.0);
  M[0] = 1.0;
  for (int i = 1; i < 4; ++i) {
    M[5 * i] = q[i];
    M[5 * i + i] = q[0];
    M[20 + i] = q[0] * q[i];
  }
  M[20] = kinetic_energy(q);
  M[24] = 1.0 / (parameters.gamma - 1.0);
}

template <class Number>
State<5, Number> flux(const Parameters& parameters, const State<5, Number>& q, const Vector<Number>& n) {
  const Number U = normal_velocity(q, n);
  const Number mass = q[0] * U;
  return {mass, mass * q[1] + n[0] * q[4], mass * q[2] + n[1] * q[4], mass * q[3] + n[2] * q[4],
          mass * kinetic_energy(q) + parameters.gamma / (parameters.gamma - 1.0) * (q[4] * U)};
}

// dF/dq
template <class Number>
void flux_jacobian(const Parameters& parameters, const State<5, Number>& q, const Vector<Number>& n,
                   Block<5, Number>& A) {
  const Number U = normal_velocity(q, n), k = kinetic_energy(q);
  const double enthalpy_factor = parameters.gamma / (parameters.gamma - 1.0);
  const Number enthalpy = enthalpy_factor * q[4] + q[0] * k;  // E + p
  A[0] = U;
  A[4] = 0.0;
  A[20] = U * k;
  A[24] = enthalpy_factor * U;
  for (int j = 1; j < 4; ++j) {
    A[j] = q[0] * n[j - 1];
    A[20 + j] = enthalpy * n[j - 1] + U * q[0] * q[j];
  }
  for (int i = 1; i < 4; ++i) {
    A[5 * i] = q[i] * U;
    for (int j = 1; j < 4; ++j) {
      Number entry = q[i] * n[j - 1];
      if (i == j) entry += U;
      A[5 * i + j] = q[0] * entry;
    }
    A[5 * i + 4] = n[i - 1];
  }
}

}  // namespace trireme::flow::compressible_euler
