// SPDX-License-Identifier: Apache-2.0
// The incompressible Euler equations as an EquationSet: the names of this folder under the names the loops
// use.
#pragma once

#include <array>
#include <string_view>

#include "fun3d/physics/equation_set.hpp"
#include "fun3d/physics/incompressible_euler/far_field.hpp"
#include "fun3d/physics/incompressible_euler/roe.hpp"
#include "fun3d/physics/incompressible_euler/spectral_radius.hpp"
#include "fun3d/physics/incompressible_euler/wall.hpp"

namespace trireme::flow {

struct IncompressibleEuler {
  using Parameters = incompressible_euler::Parameters;
  static constexpr int n_unknowns = 4;
  static constexpr std::string_view name = "incompressible_euler";
  static constexpr std::array<std::string_view, 4> unknown_names{"pressure", "velocity_x", "velocity_y",
                                                                 "velocity_z"};

  static State<4> free_stream(const Parameters& parameters) { return parameters.free_stream; }
  static State<4> flux(const Parameters& parameters, const State<4>& q, const Vector3& n) {
    return incompressible_euler::flux(parameters, q, n);
  }
  static void flux_jacobian(const Parameters& parameters, const State<4>& q, const Vector3& n, Block<4>& A) {
    incompressible_euler::flux_jacobian(parameters, q, n, A);
  }
  template <class Number>
  static State<4, Number> roe_flux(const Parameters& parameters, const State<4, Number>& left,
                                   const State<4, Number>& right, const Vector<Number>& n) {
    return incompressible_euler::roe_flux(parameters, left, right, n);
  }
  static void roe_jacobian(const Parameters& parameters, const State<4>& left, const State<4>& right,
                           const Vector3& n, Block<4>& d_left, Block<4>& d_right) {
    incompressible_euler::roe_jacobian(parameters, left, right, n, d_left, d_right);
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
  static State<4> far_field_flux(const Parameters& parameters, const State<4>& q, const Vector3& n) {
    return incompressible_euler::far_field_flux(parameters, q, n);
  }
  static void far_field_jacobian(const Parameters& parameters, const State<4>& q, const Vector3& n,
                                 Block<4>& A) {
    incompressible_euler::far_field_jacobian(parameters, q, n, A);
  }
  static double spectral_radius(const Parameters& parameters, const State<4>& q, const Vector3& n) {
    return incompressible_euler::spectral_radius(parameters, q, n);
  }
  // Cp = (p - p_inf) / (rho U_inf^2 / 2) with unit density and free-stream speed.
  static double pressure_coefficient(const Parameters& parameters, double p) {
    return 2.0 * (p - parameters.free_stream[0]);
  }
};

static_assert(EquationSet<IncompressibleEuler>);

}  // namespace trireme::flow
