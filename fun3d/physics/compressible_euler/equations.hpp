// SPDX-License-Identifier: Apache-2.0
// The compressible Euler equations as an EquationSet: the names of this folder under the names the loops use.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "fun3d/physics/compressible_euler/derived.hpp"
#include "fun3d/physics/compressible_euler/hllc.hpp"
#include "fun3d/physics/compressible_euler/open_boundary.hpp"
#include "fun3d/physics/compressible_euler/roe.hpp"
#include "fun3d/physics/compressible_euler/rusanov.hpp"
#include "fun3d/physics/compressible_euler/spectral_radius.hpp"
#include "fun3d/physics/compressible_euler/wall.hpp"
#include "fun3d/physics/equation_set.hpp"

namespace trireme::flow {

struct CompressibleEuler {
  using Parameters = compressible_euler::Parameters;
  static constexpr int n_unknowns = 5;
  static constexpr int first_velocity = 1;
  static constexpr std::string_view name = "compressible_euler";
  static constexpr std::array<std::string_view, 5> unknown_names{"density", "velocity_x", "velocity_y",
                                                                 "velocity_z", "pressure"};
  static constexpr std::array<int, 2> positive_unknowns{0, 4};
  static constexpr auto derived_names = compressible_euler::derived_names;

  static State<5> free_stream(const Parameters& parameters) { return parameters.free_stream; }
  // Density and pressure are positive and everything is a finite number: a truth value, or one a lane.
  template <class Number>
  static auto is_physical(const State<5, Number>& q) {
    using std::min;
    // A sum times zero is no number exactly when one of its terms is not finite.
    const Number finite = 0.0 * (q[0] + q[1] + q[2] + q[3] + q[4]);
    return min(Number(q[0] * q[4]), q[0]) + finite > Number(0.0);
  }
  template <class Number>
  static State<5, Number> conserved(const Parameters& parameters, const State<5, Number>& q) {
    return compressible_euler::conserved(parameters, q);
  }
  static void conserved_jacobian(const Parameters& parameters, const State<5>& q, Block<5>& M) {
    compressible_euler::conserved_jacobian(parameters, q, M);
  }
  template <class Number>
  static State<5, Number> flux(const Parameters& parameters, const State<5, Number>& q,
                               const Vector<Number>& n) {
    return compressible_euler::flux(parameters, q, n);
  }
  static void flux_jacobian(const Parameters& parameters, const State<5>& q, const Vector3& n, Block<5>& A) {
    compressible_euler::flux_jacobian(parameters, q, n, A);
  }

  static constexpr bool has(FluxScheme) { return true; }
  template <class Visitor>
  static void with_flux_scheme(const Parameters& parameters, Visitor&& visit) {
    if (parameters.flux_scheme == FluxScheme::hllc) return visit(compressible_euler::Hllc{});
    if (parameters.flux_scheme == FluxScheme::rusanov) return visit(compressible_euler::Rusanov{});
    visit(compressible_euler::Roe{});
  }

  static double pressure(const Parameters& parameters, const State<5>& q) {
    return compressible_euler::pressure(parameters, q);
  }
  static State<5> wall_flux(const Parameters& parameters, double p, const Vector3& area) {
    return compressible_euler::wall_flux(parameters, p, area);
  }
  static void wall_jacobian(const Parameters& parameters, const State<5>& q, const Vector3& area,
                            Block<5>& A) {
    compressible_euler::wall_jacobian(parameters, q, area, A);
  }
  static constexpr bool has(BoundaryKind) { return true; }
  static State<5> open_flux(const Parameters& parameters, const BoundaryCondition& condition,
                            const State<5>& q, const Vector3& n) {
    return compressible_euler::open_flux(parameters, condition, q, n);
  }
  static void open_jacobian(const Parameters& parameters, const BoundaryCondition& condition,
                            const State<5>& q, const Vector3& n, Block<5>& A) {
    compressible_euler::open_jacobian(parameters, condition, q, n, A);
  }

  template <class Number>
  static Number spectral_radius(const Parameters& parameters, const State<5, Number>& q,
                                const Vector<Number>& n) {
    return compressible_euler::spectral_radius(parameters, q, n);
  }
  // Cp = (p - p_inf) / (rho_inf U_inf^2 / 2).
  static double pressure_coefficient(const Parameters& parameters, double p) {
    const State<5>& infinity = parameters.free_stream;
    return (p - infinity[4]) / (infinity[0] * compressible_euler::kinetic_energy(infinity));
  }
  static std::array<double, 3> derived(const Parameters& parameters, const State<5>& q) {
    return compressible_euler::derived(parameters, q);
  }
};

static_assert(EquationSet<CompressibleEuler>);

}  // namespace trireme::flow
