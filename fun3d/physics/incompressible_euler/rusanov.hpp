// SPDX-License-Identifier: Apache-2.0
// Rusanov's flux, F = (F(L) + F(R) - l (R - L)) / 2 with l = |U| + c of the mean: the most dissipative of the
// fluxes, for hard starts.
#pragma once

#include "fun3d/physics/incompressible_euler/roe.hpp"
#include "fun3d/physics/incompressible_euler/spectral_radius.hpp"

namespace trireme::flow::incompressible_euler {

struct Rusanov {
  template <class Number>
  static Number largest_speed(const Parameters& parameters, const State<4, Number>& left,
                              const State<4, Number>& right, const Vector<Number>& n) {
    return spectral_radius(parameters, mean(left, right), n);
  }

  template <class Number>
  static State<4, Number> flux(const Parameters& parameters, const State<4, Number>& left,
                               const State<4, Number>& right, const Vector<Number>& n) {
    const Number speed = largest_speed(parameters, left, right, n);
    const State<4, Number> flux_left = incompressible_euler::flux(parameters, left, n);
    const State<4, Number> flux_right = incompressible_euler::flux(parameters, right, n);
    State<4, Number> result;
    for (int i = 0; i < 4; ++i) {
      result[i] = 0.5 * (flux_left[i] + flux_right[i] - speed * (right[i] - left[i]));
    }
    return result;
  }

  // With the speed held fixed: exact wherever left and right agree.
  template <class Number>
  static void jacobian(const Parameters& parameters, const State<4, Number>& left,
                       const State<4, Number>& right, const Vector<Number>& n, Block<4, Number>& d_left,
                       Block<4, Number>& d_right) {
    const Number speed = largest_speed(parameters, left, right, n);
    flux_jacobian(parameters, left, n, d_left);
    flux_jacobian(parameters, right, n, d_right);
    for (int i = 0; i < 4; ++i) {
      d_left[5 * i] += speed;
      d_right[5 * i] -= speed;
    }
    for (Number& entry : d_left) entry *= 0.5;
    for (Number& entry : d_right) entry *= 0.5;
  }
};

}  // namespace trireme::flow::incompressible_euler
