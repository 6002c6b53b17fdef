// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/symmetric_inverse.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::flow {

namespace {

// One Jacobi rotation that annihilates a[p][q] (Golub & Van Loan, Matrix Computations, section 8.5).
void rotate(double a[3][3], double vectors[3][3], int p, int q) {
  if (a[p][q] == 0.0) return;
  const double tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
  const double t = (tau >= 0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
  const double c = 1.0 / std::sqrt(1.0 + t * t), s = t * c;
  for (int k = 0; k < 3; ++k) {
    const double kp = a[k][p], kq = a[k][q];
    a[k][p] = c * kp - s * kq;
    a[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 3; ++k) {
    const double pk = a[p][k], qk = a[q][k];
    a[p][k] = c * pk - s * qk;
    a[q][k] = s * pk + c * qk;
    const double vp = vectors[k][p], vq = vectors[k][q];
    vectors[k][p] = c * vp - s * vq;
    vectors[k][q] = s * vp + c * vq;
  }
  a[p][q] = a[q][p] = 0.0;
}

}  // namespace

Symmetric3 pseudo_inverse(const Symmetric3& m, double relative_cutoff) {
  double a[3][3] = {{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}};
  double vectors[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  // Convergence is quadratic; a handful of sweeps reaches rounding for any 3 x 3 matrix.
  for (int sweep = 0; sweep < 12; ++sweep) {
    rotate(a, vectors, 0, 1);
    rotate(a, vectors, 0, 2);
    rotate(a, vectors, 1, 2);
  }
  const double largest = std::max({a[0][0], a[1][1], a[2][2]});
  Symmetric3 inverse{};
  for (int e = 0; e < 3; ++e) {
    if (!(a[e][e] > relative_cutoff * largest)) continue;
    int entry = 0;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) inverse[entry++] += vectors[i][e] * vectors[j][e] / a[e][e];
    }
  }
  return inverse;
}

}  // namespace trireme::flow
