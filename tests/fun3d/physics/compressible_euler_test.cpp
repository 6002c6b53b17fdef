// SPDX-License-Identifier: Apache-2.0
// The compressible equation set against first principles: its fluxes' consistency and symmetries, Roe's
// matrix against its definition, contacts and shocks that must stand still, Jacobians against differences.
#include <cmath>

#include <gtest/gtest.h>

#include "fun3d/physics/compressible_euler/equations.hpp"
#include "solvers/simd/pack.hpp"
#include "tests/fun3d/support/finite_difference.hpp"

namespace trireme::flow {
namespace {

using E = CompressibleEuler;
using compressible_euler::Hllc;
using compressible_euler::Roe;
using compressible_euler::Rusanov;

const E::Parameters parameters{.free_stream = {1.0, 0.6, 0.3, -0.2, 1 / 1.4}};
const E::Parameters plain{.free_stream = {1.0, 0.6, 0.3, -0.2, 1 / 1.4}, .entropy_fix = 0};
const State<5> left{1.1, 0.8, -0.3, 0.5, 0.9};
const State<5> right{0.7, 0.3, 0.4, 0.1, 0.6};
const State<5> fast{0.9, 2.1, -1.3, 1.5, 0.7};
const Vector3 normals[] = {{1, 0, 0}, {0, -1, 0}, {0.6, 0, 0.8}, {2.0 / 7, -3.0 / 7, 6.0 / 7}};

State<5> times(const Block<5>& A, const State<5>& x) {
  State<5> y{};
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) y[i] += A[5 * i + j] * x[j];
  }
  return y;
}

Vector3 opposite(const Vector3& n) {
  return {-n[0], -n[1], -n[2]};
}

// Every scheme, with and without its options.
template <class Visitor>
void for_each_flux(Visitor&& visit) {
  for (const bool low_mach : {false, true}) {
    E::Parameters options = parameters;
    options.low_mach = low_mach;
    options.linear_entropy_fix = low_mach ? 0.05 : 0.0;
    visit(Roe{}, options);
    visit(Hllc{}, options);
    visit(Rusanov{}, options);
  }
}

TEST(CompressibleFluxes, OfEqualStatesAreThePhysicalFlux) {
  for_each_flux([]<class Scheme>(Scheme, const E::Parameters& options) {
    for (const Vector3& n : normals) {
      for (const State<5>& q : {left, right, fast}) {
        const State<5> upwind = Scheme::flux(options, q, q, n), physical = E::flux(options, q, n);
        for (int k = 0; k < 5; ++k) EXPECT_NEAR(upwind[k], physical[k], 2e-14);
      }
    }
  });
}

TEST(CompressibleFluxes, SeenFromTheOtherSideAreTheirOpposite) {
  for_each_flux([]<class Scheme>(Scheme, const E::Parameters& options) {
    for (const Vector3& n : normals) {
      for (const State<5>& other : {right, fast}) {
        const State<5> forth = Scheme::flux(options, left, other, n);
        const State<5> back = Scheme::flux(options, other, left, opposite(n));
        for (int k = 0; k < 5; ++k) EXPECT_NEAR(forth[k], -back[k], 2e-14);
      }
    }
  });
}

// Turned states through a turned face carry the turned flux.
TEST(CompressibleFluxes, DoNotDependOnTheAxes) {
  const double c = std::cos(0.7), s = std::sin(0.7);
  const auto turned = [&](const Vector3& a) {
    const Vector3 b{c * a[0] - s * a[1], s * a[0] + c * a[1], a[2]};
    return Vector3{c * b[0] - s * b[2], b[1], s * b[0] + c * b[2]};
  };
  const auto turned_state = [&](const State<5>& q) {
    const Vector3 v = turned({q[1], q[2], q[3]});
    return State<5>{q[0], v[0], v[1], v[2], q[4]};
  };
  for_each_flux([&]<class Scheme>(Scheme, const E::Parameters& options) {
    for (const Vector3& n : normals) {
      const State<5> expected = turned_state(Scheme::flux(options, left, right, n));
      const State<5> flux = Scheme::flux(options, turned_state(left), turned_state(right), turned(n));
      for (int k = 0; k < 5; ++k) EXPECT_NEAR(flux[k], expected[k], 2e-14);
    }
  });
}

TEST(CompressibleFluxes, HaveTheBitsOfScalarsInEveryLane) {
  constexpr int width = 4;
  using Pack = simd::Pack<double, width>;
  const State<5> lefts[width] = {left, right, fast, left}, rights[width] = {right, fast, left, left};
  for_each_flux([&]<class Scheme>(Scheme, const E::Parameters& options) {
    State<5, Pack> L, R;
    Vector<Pack> n;
    for (int lane = 0; lane < width; ++lane) {
      for (int k = 0; k < 5; ++k) {
        L[k].set(lane, lefts[lane][k]);
        R[k].set(lane, rights[lane][k]);
      }
      for (int d = 0; d < 3; ++d) n[d].set(lane, normals[lane][d]);
    }
    const State<5, Pack> flux = Scheme::flux(options, L, R, n);
    for (int lane = 0; lane < width; ++lane) {
      const State<5> expected = Scheme::flux(options, lefts[lane], rights[lane], normals[lane]);
      for (int k = 0; k < 5; ++k) EXPECT_EQ(flux[k][lane], expected[k]) << lane;
    }
  });
}

// A jump of density (and of tangential velocity) in a gas at rest: pressure is all that acts.
TEST(CompressibleFluxes, RoeAndHllcKeepAContactAtRest) {
  const State<5> heavy{3.0, 0.0, 0.4, -0.2, 0.8}, light{0.5, 0.0, -0.3, 0.1, 0.8};
  for (const E::Parameters& options : {plain, parameters}) {
    for (const State<5>& flux :
         {Roe::flux(options, heavy, light, normals[0]), Hllc::flux(options, heavy, light, normals[0])}) {
      const State<5> expected{0.0, 0.8, 0.0, 0.0, 0.0};
      for (int k = 0; k < 5; ++k) EXPECT_NEAR(flux[k], expected[k], 1e-15);
    }
  }
  EXPECT_GT(std::abs(Rusanov::flux(plain, heavy, light, normals[0])[0]), 0.1);
}

// Behind a normal shock of upstream Mach number 2 (Rankine-Hugoniot): the flux is continuous, and Roe's
// matrix sees the shock as one wave of speed zero.
TEST(CompressibleFluxes, RoeKeepsAStationaryShock) {
  const double gamma = plain.gamma, mach2 = 4.0;
  const State<5> ahead{1.0, 2.0, 0.3, 0.0, 1 / gamma};
  const double compression = (gamma + 1) * mach2 / ((gamma - 1) * mach2 + 2);
  const State<5> behind{compression, 2.0 / compression, 0.3, 0.0,
                        ahead[4] * (1 + 2 * gamma / (gamma + 1) * (mach2 - 1))};
  const State<5> through = E::flux(plain, ahead, normals[0]);
  const State<5> flux = Roe::flux(plain, ahead, behind, normals[0]);
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(flux[k], through[k], 1e-13);
  // The fix takes this exactness: it is what keeps the reverse, an expansion shock, from standing still.
  EXPECT_GT(std::abs(Roe::flux(parameters, ahead, behind, normals[0])[0] - through[0]), 1e-3);
  EXPECT_NEAR(Roe::flux(plain, behind, ahead, {-1, 0, 0})[0], -through[0], 1e-13);
}

// Faster than sound everything comes from upstream.
TEST(CompressibleFluxes, AreOneSidedInSupersonicFlow) {
  const State<5> slower{0.8, 1.9, -1.1, 1.2, 0.6};
  const Vector3 n = normals[3];
  ASSERT_GT(compressible_euler::normal_velocity(slower, n),
            compressible_euler::speed_of_sound(plain, slower));
  const State<5> upstream = E::flux(plain, fast, n);
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(Roe::flux(plain, fast, slower, n)[k], upstream[k], 1e-13);
    EXPECT_NEAR(Hllc::flux(plain, fast, slower, n)[k], upstream[k], 1e-13);
    EXPECT_NEAR(Roe::flux(plain, slower, fast, opposite(n))[k], -upstream[k], 1e-13);
    EXPECT_NEAR(Hllc::flux(plain, slower, fast, opposite(n))[k], -upstream[k], 1e-13);
  }
}

// |A| of its definition: A = dF/dU at Roe's average, projected on its eigenspaces by Lagrange polynomials.
TEST(CompressibleFluxes, RoeDissipationIsTheAbsoluteValueOfTheRoeMatrix) {
  for (const Vector3& n : normals) {
    const auto A = compressible_euler::roe_matrix(plain, left, right, n, compressible_euler::LowMach::off);
    const State<5> mean{A.density, A.velocity[0], A.velocity[1], A.velocity[2],
                        A.a * A.a * A.density / plain.gamma};
    // dF/dU x by solving dU/dq y = x, which is lower triangular but for its last row.
    const auto multiply = [&](const State<5>& x) {
      State<5> y;
      y[0] = x[0];
      for (int i = 1; i < 4; ++i) y[i] = (x[i] - mean[i] * x[0]) / mean[0];
      y[4] = (plain.gamma - 1) *
             (x[4] - A.kinetic * x[0] - mean[0] * (mean[1] * y[1] + mean[2] * y[2] + mean[3] * y[3]));
      Block<5> J;
      E::flux_jacobian(plain, mean, n, J);
      return times(J, y);
    };
    const State<5> U_left = E::conserved(plain, left), U_right = E::conserved(plain, right);
    State<5> jump;
    for (int k = 0; k < 5; ++k) jump[k] = U_right[k] - U_left[k];
    // Roe's property: the matrix takes the jump of U to that of F.
    const State<5> image = multiply(jump), F_left = E::flux(plain, left, n),
                   F_right = E::flux(plain, right, n);
    for (int k = 0; k < 5; ++k) EXPECT_NEAR(image[k], F_right[k] - F_left[k], 1e-13);
    const double eigenvalue[3] = {A.U, A.U + A.a, A.U - A.a};
    State<5> dissipation{};
    for (int k = 0; k < 3; ++k) {
      State<5> part = jump;
      for (int m = 0; m < 3; ++m) {
        if (m == k) continue;
        const State<5> product = multiply(part);
        for (int i = 0; i < 5; ++i) {
          part[i] = (product[i] - eigenvalue[m] * part[i]) / (eigenvalue[k] - eigenvalue[m]);
        }
      }
      for (int i = 0; i < 5; ++i) dissipation[i] += std::abs(eigenvalue[k]) * part[i];
    }
    const State<5> flux = Roe::flux(plain, left, right, n);
    for (int i = 0; i < 5; ++i) {
      EXPECT_NEAR(flux[i], 0.5 * (F_left[i] + F_right[i] - dissipation[i]), 1e-12);
    }
  }
}

TEST(CompressibleFluxes, EntropyFixRoundsOffSmallEigenvaluesSmoothly) {
  using compressible_euler::rounded_off;
  EXPECT_DOUBLE_EQ(rounded_off(0.0, 0.2), 0.1);
  EXPECT_DOUBLE_EQ(rounded_off(0.1, 0.2), (0.01 + 0.04) / 0.4);
  EXPECT_DOUBLE_EQ(rounded_off(0.2, 0.2), 0.2);
  EXPECT_DOUBLE_EQ(rounded_off(0.7, 0.2), 0.7);
  EXPECT_DOUBLE_EQ(rounded_off(0.0, 0.0), 0.0);
}

// An expansion through a sonic point that Roe's flux without fix takes for a shock.
TEST(CompressibleFluxes, EntropyFixBreaksAnExpansionShock) {
  const double gamma = plain.gamma, mach2 = 4.0;
  const double compression = (gamma + 1) * mach2 / ((gamma - 1) * mach2 + 2);
  const State<5> supersonic{1.0, 2.0, 0.0, 0.0, 1 / gamma};
  const State<5> subsonic{compression, 2.0 / compression, 0.0, 0.0,
                          supersonic[4] * (1 + 2 * gamma / (gamma + 1) * (mach2 - 1))};
  const double mass = Roe::flux(plain, subsonic, supersonic, normals[0])[0];
  EXPECT_NEAR(mass, 2.0, 1e-13);
  EXPECT_GT(Roe::flux(parameters, subsonic, supersonic, normals[0])[0], 2.0 + 1e-2);
}

// The pressure dissipated by a jump of normal velocity is O(M) of what the full scheme has.
TEST(CompressibleFluxes, LowMachOptionScalesTheAcousticDissipation) {
  const double u = 0.01;
  E::Parameters options = plain;
  const State<5> slow{1.0, u, 0, 0, 1 / 1.4}, other{1.0, 1.1 * u, 0, 0, 1 / 1.4};
  const auto excess = [&](auto scheme) {
    const double middle =
        0.5 * (E::flux(options, slow, normals[0])[1] + E::flux(options, other, normals[0])[1]);
    return std::abs(decltype(scheme)::flux(options, slow, other, normals[0])[1] - middle);
  };
  const double roe = excess(Roe{}), hllc = excess(Hllc{});
  options.low_mach = true;
  EXPECT_LT(excess(Roe{}), 0.03 * roe);
  EXPECT_LT(excess(Hllc{}), 0.03 * hllc);
  // And nothing changes where the flow is supersonic.
  const State<5> reduced = Roe::flux(options, fast, left, normals[0]);
  options.low_mach = false;
  const State<5> full = Roe::flux(options, fast, left, normals[0]);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(reduced[k], full[k]);
}

TEST(CompressibleEuler, JacobiansOfFluxAndConservedVariablesAreTheDerivatives) {
  for (const Vector3& n : normals) {
    for (const State<5>& q : {right, fast}) {
      Block<5> A;
      E::flux_jacobian(parameters, q, n, A);
      test::expect_derivative<5>([&](const State<5>& at) { return E::flux(parameters, at, n); }, q, A, 1e-8);
      E::conserved_jacobian(parameters, q, A);
      test::expect_derivative<5>([&](const State<5>& at) { return E::conserved(parameters, at); }, q, A,
                                 1e-8);
    }
  }
}

// With the states equal the frozen dissipation multiplies a zero jump and the blocks are exact.
TEST(CompressibleFluxes, JacobianIsTheDerivativeWhereTheStatesAgree) {
  const auto expect = []<class Scheme>(Scheme, const E::Parameters& options) {
    for (const Vector3& n : normals) {
      for (const State<5>& q : {left, fast}) {
        Block<5> d_left, d_right;
        Scheme::jacobian(options, q, q, n, d_left, d_right);
        test::expect_derivative<5>([&](const State<5>& at) { return Scheme::flux(options, at, q, n); }, q,
                                   d_left, 3e-6);
        test::expect_derivative<5>([&](const State<5>& at) { return Scheme::flux(options, q, at, n); }, q,
                                   d_right, 3e-6);
      }
    }
  };
  E::Parameters options = parameters;
  expect(Roe{}, options);
  expect(Rusanov{}, options);
  options.low_mach = true;
  options.linear_entropy_fix = 0.2;
  expect(Roe{}, options);
  expect(Hllc{}, options);
  options.low_mach = false;
  expect(Hllc{}, options);
}

// Elsewhere they are the derivative of the flux whose |A| is held: their sum is that of the physical fluxes.
TEST(CompressibleFluxes, JacobianHoldsTheDissipationFixed) {
  for (const Vector3& n : normals) {
    Block<5> d_left, d_right, A;
    Roe::jacobian(parameters, left, right, n, d_left, d_right);
    const auto matrix =
        compressible_euler::roe_matrix(parameters, left, right, n, compressible_euler::LowMach::off);
    const double h = 1e-6;
    for (int j = 0; j < 5; ++j) {
      State<5> ahead = left, behind = left;
      ahead[j] += h;
      behind[j] -= h;
      const State<5> U_ahead = E::conserved(parameters, ahead), U_behind = E::conserved(parameters, behind);
      State<5> slope;
      for (int k = 0; k < 5; ++k) slope[k] = (U_ahead[k] - U_behind[k]) / (2 * h);
      const Vector3 momentum{slope[1], slope[2], slope[3]};
      const double dp = 0.4 * (slope[4] - dot(matrix.velocity, momentum) + matrix.kinetic * slope[0]);
      const State<5> absolute =
          compressible_euler::absolute_times(matrix, slope, dp, dot(n, momentum) - matrix.U * slope[0]);
      E::flux_jacobian(parameters, left, n, A);
      for (int i = 0; i < 5; ++i) EXPECT_NEAR(d_left[5 * i + j], 0.5 * (A[5 * i + j] + absolute[i]), 1e-8);
    }
  }
}

TEST(CompressibleEuler, WallPassesOnlyPressure) {
  const Vector3 area{0.3, -0.4, 1.2};
  EXPECT_EQ(E::wall_flux(parameters, 2.0, area), (State<5>{0.0, 0.6, -0.8, 2.4, 0.0}));
  Block<5> A;
  E::wall_jacobian(parameters, left, area, A);
  test::expect_derivative<5>(
      [&](const State<5>& q) { return E::wall_flux(parameters, E::pressure(parameters, q), area); }, left, A,
      1e-8);
}

TEST(CompressibleEuler, SpectralRadiusIsTheLargestWaveSpeed) {
  for (const Vector3& n : normals) {
    EXPECT_DOUBLE_EQ(E::spectral_radius(parameters, left, n),
                     std::abs(n[0] * left[1] + n[1] * left[2] + n[2] * left[3]) + std::sqrt(1.4 * 0.9 / 1.1));
  }
}

TEST(CompressibleEuler, KnowsWhatIsPhysical) {
  EXPECT_TRUE(E::is_physical(left));
  for (int k : {0, 4}) {
    for (const double wrong : {0.0, -0.1, double{NAN}, double{INFINITY}}) {
      State<5> q = left;
      q[k] = wrong;
      EXPECT_FALSE(E::is_physical(q)) << k << " " << wrong;
    }
  }
  State<5> q = left;
  q[2] = NAN;
  EXPECT_FALSE(E::is_physical(q));
  q = left;
  q[0] = q[4] = -1;
  EXPECT_FALSE(E::is_physical(q));
}

TEST(CompressibleEuler, DerivedQuantitiesVanishInTheFreeStream) {
  const auto free = E::derived(parameters, parameters.free_stream);
  EXPECT_NEAR(free[0], 0.7, 1e-15);
  EXPECT_NEAR(free[1], 0.0, 1e-15);
  EXPECT_NEAR(free[2], 0.0, 1e-15);
  EXPECT_EQ(E::pressure_coefficient(parameters, 1 / 1.4), 0.0);
  // Stagnation by an isentropic path at Mach 0.7.
  const double p0 = std::pow(1 + 0.2 * 0.49, 3.5) / 1.4, rho0 = std::pow(1 + 0.2 * 0.49, 2.5);
  const auto stagnation = E::derived(parameters, {rho0, 0, 0, 0, p0});
  EXPECT_NEAR(stagnation[0], 0.0, 1e-15);
  EXPECT_NEAR(stagnation[1], 0.0, 1e-14);
  EXPECT_NEAR(stagnation[2], 0.0, 1e-14);
}

}  // namespace
}  // namespace trireme::flow
