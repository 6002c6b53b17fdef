// SPDX-License-Identifier: Apache-2.0
// What an equation set must offer so that kernels, discretization and nonlinear solver work on it unchanged.
// A set is a struct of static functions with its own folder; every set's folder holds the same file names
// (parameters, flux, roe, wall, far_field, spectral_radius, equations). All functions are pure, inline and
// free of branches that break vectorization where they run per edge. Normals are unit vectors unless called
// area vectors.
#pragma once

#include <concepts>
#include <string_view>

#include "fun3d/physics/state.hpp"

namespace trireme::flow {

template <class E>
concept EquationSet = requires(const typename E::Parameters& parameters, const State<E::n_unknowns>& q,
                               const Vector3& normal, Block<E::n_unknowns>& block, double pressure) {
  { E::n_unknowns } -> std::convertible_to<int>;
  { E::name } -> std::convertible_to<std::string_view>;
  { E::unknown_names[0] } -> std::convertible_to<std::string_view>;
  { E::free_stream(parameters) } -> std::same_as<State<E::n_unknowns>>;
  // Physical flux through a face, per unit area.
  { E::flux(parameters, q, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::flux_jacobian(parameters, q, normal, block) } -> std::same_as<void>;
  // Upwind flux from the left to the right state along the normal, per unit area: a template over the number
  // type, which may be a simd::Pack, so without branches on values. Its derivatives with the dissipation
  // matrix held fixed.
  { E::roe_flux(parameters, q, q, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::roe_jacobian(parameters, q, q, normal, block, block) } -> std::same_as<void>;
  // Wall without through-flow: only pressure acts. Argument: outward area vector.
  { E::pressure(parameters, q) } -> std::same_as<double>;
  { E::wall_flux(parameters, pressure, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::wall_jacobian(parameters, q, normal, block) } -> std::same_as<void>;
  // Far field by characteristics of the free stream, per unit area.
  { E::far_field_flux(parameters, q, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::far_field_jacobian(parameters, q, normal, block) } -> std::same_as<void>;
  // Largest wave speed through a face.
  { E::spectral_radius(parameters, q, normal) } -> std::same_as<double>;
  { E::pressure_coefficient(parameters, pressure) } -> std::same_as<double>;
};

}  // namespace trireme::flow
