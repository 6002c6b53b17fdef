// SPDX-License-Identifier: Apache-2.0
// Rusanov's flux (1961), F = (F(L) + F(R) - l (U_R - U_L)) / 2 with l the larger |Un| + a of the two sides:
// the most dissipative of the fluxes, for hard starts.
#pragma once

#include <algorithm>

#include "fun3d/physics/compressible_euler/flux.hpp"
#include "fun3d/physics/compressible_euler/spectral_radius.hpp"

namespace trireme::flow::compressible_euler {

struct Rusanov {
  template <class Number>
  static Number largest_speed(const Parameters& parameters, const State<5, Number>& left,
                              const State<5, Number>& right, const Vector<Number>& n) {
    using std::max;
    return max(spectral_radius(parameters, left, n), spectral_radius(parameters, right, n));
  }

  template <class Number>
  static State<5, Number> flux(const Parameters& parameters, const State<5, Number>& left,
                               const State<5, Number>& right, const Vector<Number>& n) {
    const Number speed = largest_speed(parameters, left, right, n);
    const State<5, Number> U_left = conserved(parameters, left), U_right = conserved(parameters, right);
    const State<5, Number> F_left = compressible_euler::flux(parameters, left, n);
    const State<5, Number> F_right = compressible_euler::flux(parameters, right, n);
    State<5, Number> result;
    for (int k = 0; k < 5; ++k) {
      result[k] = 0.5 * (F_left[k] + F_right[k] - speed * (U_right[k] - U_left[k]));
    }
    return result;
  }

  // With the speed held fixed: exact wherever left and right agree.
  template <class Number>
  static void jacobian(const Parameters& parameters, const State<5, Number>& left,
                       const State<5, Number>& right, const Vector<Number>& n, Block<5, Number>& d_left,
                       Block<5, Number>& d_right) {
    const Number speed = largest_speed(parameters, left, right, n);
    Block<5, Number> M;
    flux_jacobian(parameters, left, n, d_left);
    conserved_jacobian(parameters, left, M);
    for (int i = 0; i < 25; ++i) d_left[i] = 0.5 * (d_left[i] + speed * M[i]);
    flux_jacobian(parameters, right, n, d_right);
    conserved_jacobian(parameters, right, M);
    for (int i = 0; i < 25; ++i) d_right[i] = 0.5 * (d_right[i] - speed * M[i]);
  }
};

}  // namespace trireme::flow::compressible_euler
