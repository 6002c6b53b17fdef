// SPDX-License-Identifier: Apache-2.0
// The HLLC flux (Toro, Spruce & Speares, Shock Waves 4, 1994) with the wave speeds of Batten, Clarke, Lambert
// & Causon (SIAM J. Sci. Comput. 18, 1997): the outer ones bound those of the side and of Roe's average, the
// middle one is the contact's. It keeps a contact at rest and needs no entropy fix. For low Mach numbers the
// jump of the normal velocity is multiplied by the larger Mach number of the two sides, as Thornber,
// Mosedale, Drikakis, Youngs & Williams (J. Comput. Phys. 227, 2008) do with all components.
#pragma once

#include "fun3d/physics/compressible_euler/roe.hpp"

namespace trireme::flow::compressible_euler {

struct Hllc {
  // Brings the normal velocities of both sides nearer to their mean.
  template <class Number>
  static void reduce_normal_jump(const Parameters& parameters, const Vector<Number>& n,
                                 State<5, Number>& left, State<5, Number>& right) {
    using std::max;
    using std::min;
    using std::sqrt;
    const auto mach = [&](const State<5, Number>& q) -> Number {
      return sqrt(2.0 * kinetic_energy(q)) / speed_of_sound(parameters, q);
    };
    const Number factor = min(Number(1.0), max(mach(left), mach(right)));
    const Number shift = 0.5 * (1.0 - factor) * (normal_velocity(right, n) - normal_velocity(left, n));
    for (int d = 0; d < 3; ++d) {
      left[1 + d] = left[1 + d] + shift * n[d];
      right[1 + d] = right[1 + d] - shift * n[d];
    }
  }

  template <class Number>
  static State<5, Number> flux(const Parameters& parameters, const State<5, Number>& left_side,
                               const State<5, Number>& right_side, const Vector<Number>& n) {
    using std::max;
    using std::min;
    State<5, Number> left = left_side, right = right_side;
    if (parameters.low_mach) reduce_normal_jump(parameters, n, left, right);
    const RoeMatrix<Number> A = roe_matrix(parameters, left, right, n, LowMach::off);
    const Number U_left = normal_velocity(left, n), U_right = normal_velocity(right, n);
    const Number S_left = min(Number(U_left - speed_of_sound(parameters, left)), Number(A.U - A.a));
    const Number S_right = max(Number(U_right + speed_of_sound(parameters, right)), Number(A.U + A.a));
    const Number mass_left = left[0] * (S_left - U_left), mass_right = right[0] * (S_right - U_right);
    const Number S_middle =
        (right[4] - left[4] + U_left * mass_left - U_right * mass_right) / (mass_left - mass_right);
    // The side the contact leaves behind: F = F_K + S_K (U*_K - U_K), S_K clipped where the face lies outside
    // the fan.
    const auto from_left = S_middle >= Number(0.0);
    State<5, Number> q;
    for (int k = 0; k < 5; ++k) q[k] = select(from_left, left[k], right[k]);
    const Number U = select(from_left, U_left, U_right);
    const Number S = select(from_left, S_left, S_right);
    const Number clipped = select(from_left, min(S_left, Number(0.0)), max(S_right, Number(0.0)));
    const Number change = S_middle - U;
    const Number density = q[0] * ((S - U) / (S - S_middle));
    const State<5, Number> outer = conserved(parameters, q);
    State<5, Number> F = compressible_euler::flux(parameters, q, n);
    F[0] += clipped * (density - outer[0]);
    for (int i = 1; i < 4; ++i) F[i] += clipped * (density * (q[i] + change * n[i - 1]) - outer[i]);
    const Number energy = outer[4] / q[0] + change * (S_middle + q[4] / (q[0] * (S - U)));
    F[4] += clipped * (density * energy - outer[4]);
    return F;
  }

  // Roe's without entropy fix: both linearize to the same matrix about a uniform state.
  template <class Number>
  static void jacobian(const Parameters& parameters, const State<5, Number>& left,
                       const State<5, Number>& right, const Vector<Number>& n, Block<5, Number>& d_left,
                       Block<5, Number>& d_right) {
    Parameters plain = parameters;
    plain.entropy_fix = plain.linear_entropy_fix = 0;
    Roe::jacobian(plain, left, right, n, d_left, d_right);
  }
};

}  // namespace trireme::flow::compressible_euler
