// SPDX-License-Identifier: Apache-2.0
// Roe's flux for artificial compressibility (Anderson, Rausch & Bonhaus, J. Comput. Phys. 128, 1996): the
// arithmetic mean is the exact Roe average of these equations. F = (F(L) + F(R) - |A(mean)| (R - L)) / 2,
// without entropy fix. |A| is applied through the two acoustic projectors of characteristics.hpp:
//   |A| = |U| I + (|U+c| - |U|) r+ l+ + (|U-c| - |U|) r- l-.
#pragma once

#include "fun3d/physics/incompressible_euler/characteristics.hpp"

namespace trireme::flow::incompressible_euler {

template <class Number>
State<4, Number> mean(const State<4, Number>& left, const State<4, Number>& right) {
  return {0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1]), 0.5 * (left[2] + right[2]),
          0.5 * (left[3] + right[3])};
}

struct Roe {
  template <class Number>
  static State<4, Number> flux(const Parameters& parameters, const State<4, Number>& left,
                               const State<4, Number>& right, const Vector<Number>& n) {
    using std::abs;
    const Acoustics<Number> a = acoustics(parameters, mean(left, right), n);
    const State<4, Number> jump{right[0] - left[0], right[1] - left[1], right[2] - left[2],
                                right[3] - left[3]};
    // c > |U|, hence |U + c| = U + c and |U - c| = c - U.
    const Number speed = abs(a.U);
    const Number plus = (a.c + a.U - speed) * inner(a.left_plus, jump);
    const Number minus = (a.c - a.U - speed) * inner(a.left_minus, jump);
    const State<4, Number> flux_left = incompressible_euler::flux(parameters, left, n);
    const State<4, Number> flux_right = incompressible_euler::flux(parameters, right, n);
    State<4, Number> result;
    for (int i = 0; i < 4; ++i) {
      const Number dissipation = speed * jump[i] + plus * a.right_plus[i] + minus * a.right_minus[i];
      result[i] = 0.5 * (flux_left[i] + flux_right[i] - dissipation);
    }
    return result;
  }

  // d(flux)/d(left) and d(flux)/d(right) with |A| held fixed: (A(L) + |A|)/2 and (A(R) - |A|)/2. The
  // neglected term is proportional to the jump, so the blocks are exact wherever left and right agree.
  template <class Number>
  static void jacobian(const Parameters& parameters, const State<4, Number>& left,
                       const State<4, Number>& right, const Vector<Number>& n, Block<4, Number>& d_left,
                       Block<4, Number>& d_right) {
    using std::abs;
    const Acoustics<Number> a = acoustics(parameters, mean(left, right), n);
    const Number speed = abs(a.U);
    const Number plus = a.c + a.U - speed;
    const Number minus = a.c - a.U - speed;
    flux_jacobian(parameters, left, n, d_left);
    flux_jacobian(parameters, right, n, d_right);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        Number absolute = plus * a.right_plus[i] * a.left_plus[j];
        if (i == j) absolute += speed;
        absolute += minus * a.right_minus[i] * a.left_minus[j];
        d_left[4 * i + j] = 0.5 * (d_left[4 * i + j] + absolute);
        d_right[4 * i + j] = 0.5 * (d_right[4 * i + j] - absolute);
      }
    }
  }
};

}  // namespace trireme::flow::incompressible_euler
