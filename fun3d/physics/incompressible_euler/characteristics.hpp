// SPDX-License-Identifier: Apache-2.0
// Eigen-decomposition of A = dF/dq. The eigenvalues are U (twice), U + c and U - c with c^2 = U^2 + beta.
// With m = beta n + u U the two acoustic right and left eigenvectors are
//   r+ = ( c beta, m + c u),  l+ = ((c - U)/beta,  n) / (2 c^2)
//   r- = (-c beta, m - c u),  l- = (-(c + U)/beta, n) / (2 c^2),    l+ r+ = l- r- = 1, l+ r- = l- r+ = 0.
// The convective pair shares one eigenvalue, hence its projector is I - r+ l+ - r- l-, and no tangent vectors
// (which every basis of that pair has to choose) are ever needed.
#pragma once

#include <cmath>

#include "fun3d/physics/incompressible_euler/flux.hpp"

namespace trireme::flow::incompressible_euler {

template <class Number = double>
struct Acoustics {
  Number U, c;  // normal velocity and pseudo sound speed
  State<4, Number> right_plus, right_minus, left_plus, left_minus;
};

template <class Number>
Acoustics<Number> acoustics(const Parameters& parameters, const State<4, Number>& q,
                            const Vector<Number>& n) {
  using std::sqrt;
  Acoustics<Number> a;
  a.U = normal_velocity(q, n);
  const Number c2 = a.U * a.U + parameters.beta;
  a.c = sqrt(c2);
  const Number half = 0.5 / c2;
  a.right_plus[0] = a.c * parameters.beta;
  a.right_minus[0] = -a.c * parameters.beta;
  const double inverse_beta = 1.0 / parameters.beta;
  a.left_plus[0] = half * inverse_beta * (a.c - a.U);
  a.left_minus[0] = -(half * inverse_beta * (a.c + a.U));
  for (int i = 0; i < 3; ++i) {
    const Number m = n[i] * parameters.beta + q[1 + i] * a.U;
    const Number shift = q[1 + i] * a.c;
    a.right_plus[1 + i] = m + shift;
    a.right_minus[1 + i] = m - shift;
    a.left_plus[1 + i] = half * n[i];
    a.left_minus[1 + i] = half * n[i];
  }
  return a;
}

template <class Number>
Number inner(const State<4, Number>& a, const State<4, Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

}  // namespace trireme::flow::incompressible_euler
