// SPDX-License-Identifier: Apache-2.0
// The incompressible Euler equations as an EquationSet: the names of this folder under the names the loops
// use.
#pragma once

#include <array>
#include <string_view>

#include "fun3d/physics/equation_set.hpp"
#include "fun3d/physics/incompressible_euler/derived.hpp"
#include "fun3d/physics/incompressible_euler/open_boundary.hpp"
#include "fun3d/physics/incompressible_euler/roe.hpp"
#include "fun3d/physics/incompressible_euler/rusanov.hpp"
#include "fun3d/physics/incompressible_euler/spectral_radius.hpp"
#include "fun3d/physics/incompressible_euler/wall.hpp"

namespace trireme::flow {

struct IncompressibleEuler {
  using Parameters = incompressible_euler::Parameters;
  static constexpr int n_unknowns = 4;
  static constexpr int first_velocity = 1;
  static constexpr std::string_view name = "incompressible_euler";
  static constexpr std::array<std::string_view, 4> unknown_names{"pressure", "velocity_x", "velocity_y",
                                                                 "velocity_z"};
  static constexpr auto derived_names = incompressible_euler::derived_names;
  // None: the pressure is a relative one and the density is not an unknown.
  static constexpr std::array<int, 0> positive_unknowns{};

  static State<4> free_stream(const Parameters& parameters) { return parameters.free_stream; }
  // Every state is one the equations can have.
  template <class Number>
  static auto is_physical(const State<4, Number>&) {
    return Number(0.0) < Number(1.0);
  }
  // The unknowns themselves.
  template <class Number>
  static State<4, Number> conserved(const Parameters&, const State<4, Number>& q) {
    return q;
  }
  static void conserved_jacobian(const Parameters&, const State<4>&, Block<4>& M) {
    M.fill(0.0);
    for (int k = 0; k < 4; ++k) M[5 * k] = 1.0;
  }
  template <class Number>
  static State<4, Number> flux(const Parameters& parameters, const State<4, Number>& q,
                               const Vector<Number>& n) {
    return incompressible_euler::flux(parameters, q, n);
  }
  static void flux_jacobian(const Parameters& parameters, const State<4>& q, const Vector3& n, Block<4>& A) {
    incompressible_euler::flux_jacobian(parameters, q, n, A);
  }

  static constexpr bool has(FluxScheme scheme) { return scheme != FluxScheme::hllc; }
  template <class Visitor>
  static void with_flux_scheme(const Parameters& parameters, Visitor&& visit) {
    if (parameters.flux_scheme == FluxScheme::rusanov) return visit(incompressible_euler::Rusanov{});
    visit(incompressible_euler::Roe{});
  }

  static double pressure(const Parameters& parameters, const State<4>& q) {
    return incompressible_euler::pressure(parameters, q);
  }
  static State<4> wall_flux(const Parameters& parameters, double p, const Vector3& area) {
    return incompressible_euler::wall_flux(parameters, p, area);
  }
  static void wall_jacobian(const Parameters& parameters, const State<4>& q, const Vector3& area,
                            Block<4>& A) {
    incompressible_euler::wall_jacobian(parameters, q, area, A);
  }
  static constexpr bool has(BoundaryKind kind) {
    return kind != BoundaryKind::supersonic_inflow && kind != BoundaryKind::supersonic_outflow;
  }
  static State<4> open_flux(const Parameters& parameters, const BoundaryCondition& condition,
                            const State<4>& q, const Vector3& n) {
    return incompressible_euler::open_flux(parameters, condition, q, n);
  }
  static void open_jacobian(const Parameters& parameters, const BoundaryCondition& condition,
                            const State<4>& q, const Vector3& n, Block<4>& A) {
    incompressible_euler::open_jacobian(parameters, condition, q, n, A);
  }

  template <class Number>
  static Number spectral_radius(const Parameters& parameters, const State<4, Number>& q,
                                const Vector<Number>& n) {
    return incompressible_euler::spectral_radius(parameters, q, n);
  }
  // Cp = (p - p_inf) / (rho U_inf^2 / 2) with unit density and free-stream speed.
  static double pressure_coefficient(const Parameters& parameters, double p) {
    return 2.0 * (p - parameters.free_stream[0]);
  }
  static std::array<double, 1> derived(const Parameters& parameters, const State<4>& q) {
    return incompressible_euler::derived(parameters, q);
  }
};

static_assert(EquationSet<IncompressibleEuler>);

}  // namespace trireme::flow
