// SPDX-License-Identifier: Apache-2.0
// Roe's flux (J. Comput. Phys. 43, 1981): F = (F(L) + F(R) - |A| (U_R - U_L)) / 2 with A at Roe's average.
// The convective waves share the eigenvalue Un, hence, with the acoustic eigenvectors r+- = (1, u +- a n,
// H +- a Un) and strengths alpha+- = (dp +- rho a dUn) / (2 a^2) of a jump,
//   |A| dU = |Un| dU + (|Un+a| - |Un|) alpha+ r+ + (|Un-a| - |Un|) alpha- r-
// and no tangent vectors are needed. Two options act on it:
//   entropy fix (Harten, J. Comput. Phys. 49, 1983): |l| below delta becomes (l^2 + delta^2) / (2 delta),
//   delta
//     a part of the largest wave speed |Un| + a;
//   low Mach (Rieper, J. Comput. Phys. 230, 2011): dUn in the acoustic strengths is multiplied by the local
//   Mach
//     number where that is below one, so that the dissipation of the normal velocity scales as the flow does.
#pragma once

#include <algorithm>

#include "fun3d/physics/compressible_euler/flux.hpp"

namespace trireme::flow::compressible_euler {

// Roe's average and the absolute eigenvalues, as |A| is applied from them.
template <class Number>
struct RoeMatrix {
  Number density;
  Vector<Number> velocity, normal;
  Number enthalpy, U, a;
  Number kinetic;                         // |u|^2 / 2
  Number speed, speed_plus, speed_minus;  // |Un|, |Un+a|, |Un-a| after the entropy fix
  Number normal_factor;                   // of dUn in the acoustic strengths; 1 but for low Mach
};

enum class LowMach { off, on };

// |l| rounded off below delta; delta zero leaves it.
template <class Number>
Number rounded_off(const Number& absolute, const Number& delta) {
  using std::max;
  const Number below = max(delta - absolute, Number(0.0));
  return absolute + below * below / (2.0 * delta + 1e-300);
}

template <class Number>
RoeMatrix<Number> roe_matrix(const Parameters& parameters, const State<5, Number>& left,
                             const State<5, Number>& right, const Vector<Number>& n, LowMach low_mach) {
  using std::abs;
  using std::min;
  using std::sqrt;
  RoeMatrix<Number> A;
  A.normal = n;
  const Number root_left = sqrt(left[0]), root_right = sqrt(right[0]);
  A.density = root_left * root_right;
  const Number of_right = root_right / (root_left + root_right), of_left = 1.0 - of_right;
  for (int d = 0; d < 3; ++d) A.velocity[d] = of_left * left[1 + d] + of_right * right[1 + d];
  // H = gamma/(gamma - 1) p/rho + |u|^2/2
  const double factor = parameters.gamma / (parameters.gamma - 1.0);
  A.enthalpy = of_left * (factor * left[4] / left[0] + kinetic_energy(left)) +
               of_right * (factor * right[4] / right[0] + kinetic_energy(right));
  A.kinetic = 0.5 * dot(A.velocity, A.velocity);
  A.U = dot(n, A.velocity);
  A.a = sqrt((parameters.gamma - 1.0) * (A.enthalpy - A.kinetic));
  const Number largest = abs(A.U) + A.a;
  const Number delta = parameters.entropy_fix * largest;
  A.speed = rounded_off(abs(A.U), parameters.linear_entropy_fix * largest);
  A.speed_plus = rounded_off(abs(A.U + A.a), delta);
  A.speed_minus = rounded_off(abs(A.U - A.a), delta);
  A.normal_factor = low_mach == LowMach::on ? min(Number(1.0), sqrt(2.0 * A.kinetic) / A.a) : Number(1.0);
  return A;
}

// |A| times a jump of the conserved variables. pressure_jump and momentum_jump are the jump's dp and rho dUn.
template <class Number>
State<5, Number> absolute_times(const RoeMatrix<Number>& A, const State<5, Number>& jump,
                                const Number& pressure_jump, const Number& momentum_jump) {
  const Number half = 0.5 / (A.a * A.a), acoustic = A.a * momentum_jump, reduced = A.normal_factor * acoustic;
  const Number plus =
      half * (A.speed_plus * (pressure_jump + reduced) - A.speed * (pressure_jump + acoustic));
  const Number minus =
      half * (A.speed_minus * (pressure_jump - reduced) - A.speed * (pressure_jump - acoustic));
  const Number sum = plus + minus, difference = (plus - minus) * A.a;
  State<5, Number> result;
  result[0] = A.speed * jump[0] + sum;
  for (int i = 1; i < 4; ++i) {
    result[i] = A.speed * jump[i] + sum * A.velocity[i - 1] + difference * A.normal[i - 1];
  }
  result[4] = A.speed * jump[4] + sum * A.enthalpy + difference * A.U;
  return result;
}

template <class Number>
State<5, Number> roe_flux(const Parameters& parameters, const State<5, Number>& left,
                          const State<5, Number>& right, const Vector<Number>& n, LowMach low_mach) {
  const RoeMatrix<Number> A = roe_matrix(parameters, left, right, n, low_mach);
  const State<5, Number> U_left = conserved(parameters, left), U_right = conserved(parameters, right);
  State<5, Number> jump;
  for (int k = 0; k < 5; ++k) jump[k] = U_right[k] - U_left[k];
  // From the primitive jumps, so that a contact at rest has no acoustic part to the last bit.
  const State<5, Number> dissipation =
      absolute_times(A, jump, Number(right[4] - left[4]),
                     Number(A.density * (normal_velocity(right, n) - normal_velocity(left, n))));
  const State<5, Number> F_left = flux(parameters, left, n), F_right = flux(parameters, right, n);
  State<5, Number> result;
  for (int k = 0; k < 5; ++k) result[k] = 0.5 * (F_left[k] + F_right[k] - dissipation[k]);
  return result;
}

// block += sign |A| dU/dq: the columns of dU/dq are the jumps.
template <class Number>
void add_absolute_times_columns(const Parameters& parameters, const RoeMatrix<Number>& A,
                                const State<5, Number>& q, double sign, Block<5, Number>& block) {
  Block<5, Number> M;
  conserved_jacobian(parameters, q, M);
  for (int j = 0; j < 5; ++j) {
    const State<5, Number> jump{M[j], M[5 + j], M[10 + j], M[15 + j], M[20 + j]};
    const Vector<Number> momentum{jump[1], jump[2], jump[3]};
    const Number dp = (parameters.gamma - 1.0) * (jump[4] - dot(A.velocity, momentum) + A.kinetic * jump[0]);
    const State<5, Number> column =
        absolute_times(A, jump, dp, Number(dot(A.normal, momentum) - A.U * jump[0]));
    for (int i = 0; i < 5; ++i) block[5 * i + j] += sign * column[i];
  }
}

struct Roe {
  template <class Number>
  static State<5, Number> flux(const Parameters& parameters, const State<5, Number>& left,
                               const State<5, Number>& right, const Vector<Number>& n) {
    return roe_flux(parameters, left, right, n, parameters.low_mach ? LowMach::on : LowMach::off);
  }

  // d(flux)/d(left), d(flux)/d(right) with |A| held fixed: exact wherever left and right agree.
  template <class Number>
  static void jacobian(const Parameters& parameters, const State<5, Number>& left,
                       const State<5, Number>& right, const Vector<Number>& n, Block<5, Number>& d_left,
                       Block<5, Number>& d_right) {
    const RoeMatrix<Number> A =
        roe_matrix(parameters, left, right, n, parameters.low_mach ? LowMach::on : LowMach::off);
    flux_jacobian(parameters, left, n, d_left);
    flux_jacobian(parameters, right, n, d_right);
    add_absolute_times_columns(parameters, A, left, 1.0, d_left);
    add_absolute_times_columns(parameters, A, right, -1.0, d_right);
    for (Number& entry : d_left) entry *= 0.5;
    for (Number& entry : d_right) entry *= 0.5;
  }
};

}  // namespace trireme::flow::compressible_euler
