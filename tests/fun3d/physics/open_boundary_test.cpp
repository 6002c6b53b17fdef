// SPDX-License-Identifier: Apache-2.0
// Boundaries that flow passes: free-stream values leave the free stream alone, what is given holds, the waves
// that leave come from inside, Jacobians are derivatives.
#include <cmath>

#include <gtest/gtest.h>

#include "fun3d/physics/compressible_euler/equations.hpp"
#include "fun3d/physics/incompressible_euler/equations.hpp"
#include "tests/fun3d/support/finite_difference.hpp"

namespace trireme::flow {
namespace {

using C = CompressibleEuler;
using I = IncompressibleEuler;

const C::Parameters gas{.free_stream = {1.0, 0.6, 0.3, -0.2, 1 / 1.4}};
const C::Parameters supersonic_gas{.free_stream = {1.0, 1.8, 0.9, -0.6, 1 / 1.4}};
const I::Parameters liquid{.beta = 15.0, .free_stream = {1.0, 6.0 / 7, 3.0 / 7, -2.0 / 7}};
// All face the free stream; their opposites let it out.
const Vector3 inflow_normals[] = {{-1, 0, 0}, {0, -1, 0}, {-0.6, 0, 0.8}, {-2.0 / 7, -3.0 / 7, 6.0 / 7}};
constexpr BoundaryKind open_kinds[] = {BoundaryKind::far_field, BoundaryKind::supersonic_inflow,
                                       BoundaryKind::supersonic_outflow, BoundaryKind::total_pressure_inlet,
                                       BoundaryKind::pressure_outlet};

Vector3 opposite(const Vector3& n) {
  return {-n[0], -n[1], -n[2]};
}

template <class E>
void expect_free_stream_is_kept(const typename E::Parameters& parameters) {
  for (const BoundaryKind kind : open_kinds) {
    if (!E::has(kind)) continue;
    for (const Vector3& inflow : inflow_normals) {
      for (const Vector3& n : {inflow, opposite(inflow)}) {
        if (kind == BoundaryKind::total_pressure_inlet && n != inflow) continue;
        const auto flux = E::open_flux(parameters, kind, parameters.free_stream, n);
        const auto expected = E::flux(parameters, parameters.free_stream, n);
        for (int k = 0; k < E::n_unknowns; ++k) {
          EXPECT_NEAR(flux[k], expected[k], 1e-14 * (1 + std::abs(expected[k]))) << static_cast<int>(kind);
        }
      }
    }
  }
}

TEST(OpenBoundary, FreeStreamValuesKeepTheFreeStream) {
  expect_free_stream_is_kept<C>(gas);
  expect_free_stream_is_kept<I>(liquid);
}

template <class E>
void expect_derivatives(const typename E::Parameters& parameters,
                        std::initializer_list<State<E::n_unknowns>> states) {
  for (const BoundaryKind kind : open_kinds) {
    if (!E::has(kind)) continue;
    for (const State<E::n_unknowns>& q : states) {
      for (const Vector3& inflow : inflow_normals) {
        for (const Vector3& n : {inflow, opposite(inflow)}) {
          if (kind == BoundaryKind::total_pressure_inlet && n != inflow) continue;
          Block<E::n_unknowns> block;
          E::open_jacobian(parameters, kind, q, n, block);
          test::expect_derivative<E::n_unknowns>(
              [&](const State<E::n_unknowns>& at) { return E::open_flux(parameters, kind, at, n); }, q, block,
              1e-7);
        }
      }
    }
  }
}

TEST(OpenBoundary, JacobiansAreTheDerivatives) {
  expect_derivatives<C>(
      gas, {{1.1, 0.7, 0.2, -0.3, 0.8}, {0.8, -0.3, -0.2, 0.1, 0.6}, {0.9, 2.1, 1.3, -1.5, 0.7}});
  expect_derivatives<I>(liquid, {{1.1, 0.8, -0.3, 0.5}, {0.9, -0.7, 0.2, -0.6}});
}

// Everything from upstream, whatever the other side says.
TEST(OpenBoundary, FarFieldIsOneSidedInSupersonicFlow) {
  const State<5> q{1.2, 1.9, 1.1, -0.8, 0.8};
  for (const Vector3& n : {Vector3{-1, 0, 0}, Vector3{-6.0 / 7, -3.0 / 7, 2.0 / 7}}) {
    const C::Parameters& plain = supersonic_gas;
    ASSERT_GT(plain.entropy_fix, 0) << "which does not act here";
    const State<5> in = C::open_flux(plain, BoundaryKind::far_field, q, n);
    const State<5> out = C::open_flux(plain, BoundaryKind::far_field, q, opposite(n));
    const State<5> outside = C::flux(plain, plain.free_stream, n), inside = C::flux(plain, q, opposite(n));
    for (int k = 0; k < 5; ++k) {
      EXPECT_NEAR(in[k], outside[k], 1e-13);
      EXPECT_NEAR(out[k], inside[k], 1e-13);
    }
    EXPECT_EQ(C::open_flux(plain, BoundaryKind::supersonic_inflow, q, n), outside);
    EXPECT_EQ(C::open_flux(plain, BoundaryKind::supersonic_outflow, q, opposite(n)), inside);
  }
}

// To first order in the disturbance, the far field passes out what leaves and nothing comes back.
TEST(OpenBoundary, FarFieldLetsASmallAcousticWaveOut) {
  const Vector3 n{1, 0, 0};
  const State<5>& infinity = gas.free_stream;
  const double e = 1e-5;
  // Leaving: dp = rho a du; the flux is that of the disturbed state.
  const State<5> leaving{infinity[0] + e, infinity[1] + e, infinity[2], infinity[3], infinity[4] + e};
  const State<5> entering{infinity[0] + e, infinity[1] - e, infinity[2], infinity[3], infinity[4] + e};
  const State<5> out = C::open_flux(gas, BoundaryKind::far_field, leaving, n), own = C::flux(gas, leaving, n);
  const State<5> in = C::open_flux(gas, BoundaryKind::far_field, entering, n),
                 free = C::flux(gas, infinity, n);
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(out[k], own[k], 10 * e * e);
    EXPECT_NEAR(in[k], free[k], 10 * e * e);
  }
}

TEST(OpenBoundary, GasInletHasTheGivenTotalStateAndTheLeavingWave) {
  BoundaryCondition condition(BoundaryKind::total_pressure_inlet);
  condition.total_pressure = 1.3;
  condition.total_temperature = 1.2;
  condition.direction = Vector3{0.8, 0.6, 0};
  const State<5> q{1.1, 0.5, 0.1, 0.2, 0.75};
  const Vector3 n{-1, 0, 0};
  const State<5> b = compressible_euler::total_pressure_inlet_state(gas, condition, q, n);
  const double mach = compressible_euler::mach_number(gas, b), ratio = 1 + 0.2 * mach * mach;
  EXPECT_NEAR(compressible_euler::total_pressure(gas, b), 1.3 / 1.4, 1e-14);
  EXPECT_NEAR(1.4 * b[4] / b[0] * ratio, 1.2, 1e-14);  // a^2 is the temperature
  EXPECT_NEAR(b[2] / b[1], 0.75, 1e-14);
  EXPECT_GT(b[1], 0);
  const auto invariant = [&](const State<5>& state) {
    return -state[1] + 5 * compressible_euler::speed_of_sound(gas, state);
  };
  EXPECT_NEAR(invariant(b), invariant(q), 1e-13);
  // A pressure inside above the total pressure does not push back out.
  const State<5> stalled =
      compressible_euler::total_pressure_inlet_state(gas, condition, State<5>{1.5, -0.5, 0, 0, 2.0}, n);
  EXPECT_EQ(stalled[1], 0.0);
  EXPECT_NEAR(stalled[4], 1.3 / 1.4, 1e-14);
}

TEST(OpenBoundary, GasOutletHasTheGivenPressureUnlessItIsSupersonic) {
  BoundaryCondition condition(BoundaryKind::pressure_outlet);
  condition.pressure = 0.9;
  const State<5> q{1.1, 0.5, 0.1, 0.2, 0.75};
  const Vector3 n{1, 0, 0};
  const State<5> b = compressible_euler::pressure_outlet_state(gas, condition, q, n);
  EXPECT_NEAR(b[4], 0.9 / 1.4, 1e-15);
  EXPECT_NEAR(b[4] / std::pow(b[0], 1.4), q[4] / std::pow(q[0], 1.4), 1e-14);
  EXPECT_EQ(b[2], q[2]);
  const auto invariant = [&](const State<5>& state) {
    return state[1] + 5 * compressible_euler::speed_of_sound(gas, state);
  };
  EXPECT_NEAR(invariant(b), invariant(q), 1e-13);
  const State<5> fast{1.1, 1.5, 0.1, 0.2, 0.75};
  EXPECT_EQ(compressible_euler::pressure_outlet_state(gas, condition, fast, n), fast);
}

TEST(OpenBoundary, LiquidInletAndOutletHoldWhatIsGiven) {
  const Vector3 n{-1, 0, 0};
  const State<4> q{1.1, 0.8, -0.3, 0.5};
  BoundaryCondition inlet(BoundaryKind::total_pressure_inlet), outlet(BoundaryKind::pressure_outlet);
  inlet.total_pressure = 1.7;
  inlet.direction = Vector3{0.8, 0.6, 0};
  outlet.pressure = 0.9;
  const State<4> in = incompressible_euler::total_pressure_inlet_state(liquid, inlet, q, n);
  EXPECT_NEAR(incompressible_euler::total_pressure(in), 1.7, 1e-14);
  EXPECT_NEAR(in[2] / in[1], 0.75, 1e-14);
  EXPECT_GT(in[1], 0);
  const State<4> out = incompressible_euler::pressure_outlet_state(liquid, outlet, q, n);
  EXPECT_EQ(out[0], 0.9);
  EXPECT_EQ(out[2], q[2]);
  // The leaving wave of the free stream has the strength it has inside.
  const auto a = incompressible_euler::acoustics(liquid, liquid.free_stream, n);
  for (const State<4>& b : {in, out}) {
    EXPECT_NEAR(incompressible_euler::inner(a.left_plus, b), incompressible_euler::inner(a.left_plus, q),
                1e-14);
  }
  const State<4> stalled =
      incompressible_euler::total_pressure_inlet_state(liquid, inlet, State<4>{9.0, 0, 0, 0}, n);
  EXPECT_EQ(stalled[1], 0.0);
}

}  // namespace
}  // namespace trireme::flow
