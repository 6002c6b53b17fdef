// SPDX-License-Identifier: Apache-2.0
// The incompressible equation set against first principles: its eigenvectors, its flux's symmetries, its
// Jacobians against differences.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "fun3d/physics/incompressible_euler/equations.hpp"
#include "tests/fun3d/support/finite_difference.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;
using incompressible_euler::Acoustics;
using incompressible_euler::acoustics;
using incompressible_euler::inner;
using incompressible_euler::Roe;

const E::Parameters parameters{.beta = 15.0, .free_stream = {1.0, 0.9, 0.3, -0.2}};
const State<4> left{1.1, 0.8, -0.3, 0.5};
const State<4> right{0.7, 1.2, 0.4, 0.1};
const Vector3 normals[] = {{1, 0, 0}, {0, -1, 0}, {0.6, 0, 0.8}, {2.0 / 7, -3.0 / 7, 6.0 / 7}};

State<4> times(const Block<4>& A, const State<4>& x) {
  State<4> y{};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) y[i] += A[4 * i + j] * x[j];
  }
  return y;
}

TEST(IncompressibleEuler, AcousticVectorsAreEigenvectorsOfTheFluxJacobian) {
  for (const Vector3& n : normals) {
    const Acoustics a = acoustics(parameters, left, n);
    Block<4> A;
    E::flux_jacobian(parameters, left, n, A);
    const State<4> plus = times(A, a.right_plus), minus = times(A, a.right_minus);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(plus[i], (a.U + a.c) * a.right_plus[i], 1e-12);
      EXPECT_NEAR(minus[i], (a.U - a.c) * a.right_minus[i], 1e-12);
    }
    EXPECT_NEAR(inner(a.left_plus, a.right_plus), 1.0, 1e-14);
    EXPECT_NEAR(inner(a.left_minus, a.right_minus), 1.0, 1e-14);
    EXPECT_NEAR(inner(a.left_plus, a.right_minus), 0.0, 1e-14);
    EXPECT_NEAR(inner(a.left_minus, a.right_plus), 0.0, 1e-14);
  }
}

TEST(IncompressibleEuler, RoeFluxOfEqualStatesIsThePhysicalFlux) {
  for (const Vector3& n : normals) {
    const State<4> upwind = Roe::flux(parameters, left, left, n), physical = E::flux(parameters, left, n);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(upwind[i], physical[i], 1e-14);
  }
}

TEST(IncompressibleEuler, RoeFluxSeenFromTheOtherSideIsItsOpposite) {
  for (const Vector3& n : normals) {
    const State<4> forth = Roe::flux(parameters, left, right, n);
    const State<4> back = Roe::flux(parameters, right, left, {-n[0], -n[1], -n[2]});
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(forth[i], -back[i], 1e-14);
  }
}

// |A| of its definition, by projecting the jump on the eigenspaces with Lagrange polynomials of A.
TEST(IncompressibleEuler, RoeDissipationIsTheAbsoluteValueOfTheRoeMatrix) {
  for (const Vector3& n : normals) {
    const State<4> mean = incompressible_euler::mean(left, right);
    const Acoustics a = acoustics(parameters, mean, n);
    Block<4> A;
    E::flux_jacobian(parameters, mean, n, A);
    const State<4> jump{right[0] - left[0], right[1] - left[1], right[2] - left[2], right[3] - left[3]};
    const double eigenvalue[3] = {a.U, a.U + a.c, a.U - a.c};
    State<4> dissipation{};
    for (int k = 0; k < 3; ++k) {
      State<4> part = jump;
      for (int m = 0; m < 3; ++m) {
        if (m == k) continue;
        const State<4> image = times(A, part);
        for (int i = 0; i < 4; ++i) {
          part[i] = (image[i] - eigenvalue[m] * part[i]) / (eigenvalue[k] - eigenvalue[m]);
        }
      }
      for (int i = 0; i < 4; ++i) dissipation[i] += std::abs(eigenvalue[k]) * part[i];
    }
    const State<4> flux = Roe::flux(parameters, left, right, n);
    const State<4> from_left = E::flux(parameters, left, n), from_right = E::flux(parameters, right, n);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(flux[i], 0.5 * (from_left[i] + from_right[i] - dissipation[i]), 1e-12);
    }
  }
}

TEST(IncompressibleEuler, FluxJacobianIsTheDerivative) {
  for (const Vector3& n : normals) {
    Block<4> A;
    E::flux_jacobian(parameters, right, n, A);
    test::expect_derivative<4>([&](const State<4>& q) { return E::flux(parameters, q, n); }, right, A, 1e-8);
  }
}

// With the states equal the frozen matrix multiplies a zero jump and the blocks are exact.
TEST(IncompressibleEuler, RoeJacobianIsTheDerivativeWhereTheStatesAgree) {
  for (const Vector3& n : normals) {
    Block<4> d_left, d_right;
    Roe::jacobian(parameters, left, left, n, d_left, d_right);
    test::expect_derivative<4>([&](const State<4>& q) { return Roe::flux(parameters, q, left, n); }, left,
                               d_left, 1e-6);
    test::expect_derivative<4>([&](const State<4>& q) { return Roe::flux(parameters, left, q, n); }, left,
                               d_right, 1e-6);
  }
}

// Elsewhere they are the exact derivative of the flux whose |A| is held at the given pair of states.
TEST(IncompressibleEuler, RoeJacobianHoldsTheMatrixFixed) {
  for (const Vector3& n : normals) {
    Block<4> d_left, d_right;
    Roe::jacobian(parameters, left, right, n, d_left, d_right);
    Block<4> A_left, A_right;
    E::flux_jacobian(parameters, left, n, A_left);
    E::flux_jacobian(parameters, right, n, A_right);
    for (int i = 0; i < 16; ++i) {
      EXPECT_NEAR(d_left[i] + d_right[i], 0.5 * (A_left[i] + A_right[i]), 1e-13);
      EXPECT_NEAR(d_left[i] - 0.5 * A_left[i], 0.5 * A_right[i] - d_right[i], 1e-13);
    }
  }
}

TEST(IncompressibleEuler, WallPassesOnlyPressure) {
  const Vector3 area{0.3, -0.4, 1.2};
  const State<4> flux = E::wall_flux(parameters, 2.0, area);
  EXPECT_EQ(flux, (State<4>{0.0, 0.6, -0.8, 2.4}));
  Block<4> A;
  E::wall_jacobian(parameters, left, area, A);
  test::expect_derivative<4>(
      [&](const State<4>& q) { return E::wall_flux(parameters, E::pressure(parameters, q), area); }, left, A,
      1e-8);
}

TEST(IncompressibleEuler, FarFieldOfTheFreeStreamIsItsFlux) {
  for (const Vector3& n : normals) {
    const State<4> far = E::open_flux(parameters, BoundaryKind::far_field, parameters.free_stream, n);
    const State<4> physical = E::flux(parameters, parameters.free_stream, n);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(far[i], physical[i], 1e-14);
  }
}

TEST(IncompressibleEuler, FarFieldTakesEachWaveFromItsSide) {
  for (const State<4>& q : {left, State<4>{0.9, -0.7, 0.2, -0.6}}) {
    for (const Vector3& n : normals) {
      const Acoustics a = acoustics(parameters, parameters.free_stream, n);
      const State<4> boundary = incompressible_euler::far_field_state(parameters, q, n);
      EXPECT_NEAR(inner(a.left_plus, boundary), inner(a.left_plus, q), 1e-14);
      EXPECT_NEAR(inner(a.left_minus, boundary), inner(a.left_minus, parameters.free_stream), 1e-14);
    }
  }
}

TEST(IncompressibleEuler, FarFieldJacobianIsTheDerivativeForInflowAndOutflow) {
  for (const Vector3& n : normals) {
    for (const double sign : {1.0, -1.0}) {
      const Vector3 normal{sign * n[0], sign * n[1], sign * n[2]};
      Block<4> A;
      E::open_jacobian(parameters, BoundaryKind::far_field, left, normal, A);
      test::expect_derivative<4>(
          [&](const State<4>& q) { return E::open_flux(parameters, BoundaryKind::far_field, q, normal); },
          left, A, 1e-7);
    }
  }
}

TEST(IncompressibleEuler, SpectralRadiusIsTheLargestEigenvalue) {
  for (const Vector3& n : normals) {
    const Acoustics a = acoustics(parameters, left, n);
    EXPECT_DOUBLE_EQ(E::spectral_radius(parameters, left, n),
                     std::max(std::abs(a.U + a.c), std::abs(a.U - a.c)));
  }
}

}  // namespace
}  // namespace trireme::flow
