// SPDX-License-Identifier: Apache-2.0
// What an equation set must offer so that kernels, discretization and nonlinear solver work on it unchanged.
// A set is a struct of static functions with its own folder; the sets' folders hold the same file names
// (parameters, flux, roe, rusanov, wall, far_field, open_boundary, spectral_radius, derived, equations) and
// what only one of them has. All functions are pure, inline and free of branches that break vectorization
// where they run per edge. Normals are unit vectors unless called area vectors.
#pragma once

#include <concepts>
#include <string_view>

#include "fun3d/physics/boundary_condition.hpp"
#include "fun3d/physics/flux_scheme.hpp"
#include "fun3d/physics/state.hpp"

namespace trireme::flow {

// A flux scheme: the upwind flux from the left to the right state along the normal, per unit area, a template
// over the number type, which may be a simd::Pack, so without branches on values; and its derivatives, in
// which the dissipation may be held fixed.
template <class Scheme, class Parameters, int N>
concept UpwindFlux = requires(const Parameters& parameters, const State<N>& q, const Vector3& normal,
                              Block<N>& block) {
  { Scheme::flux(parameters, q, q, normal) } -> std::same_as<State<N>>;
  { Scheme::jacobian(parameters, q, q, normal, block, block) } -> std::same_as<void>;
};

// What with_flux_scheme is called with.
template <class Parameters, int N>
struct AnyFluxVisitor {
  template <UpwindFlux<Parameters, N> Scheme>
  void operator()(Scheme) const {}
};

template <class E>
concept EquationSet = requires(const typename E::Parameters& parameters, const State<E::n_unknowns>& q,
                               const Vector3& normal, Block<E::n_unknowns>& block, double pressure,
                               const BoundaryCondition& condition) {
  { E::n_unknowns } -> std::convertible_to<int>;
  // The velocity is the unknowns first_velocity to first_velocity + 2, the momentum the equations of those
  // numbers.
  { E::first_velocity } -> std::convertible_to<int>;
  { E::name } -> std::convertible_to<std::string_view>;
  { E::unknown_names[0] } -> std::convertible_to<std::string_view>;
  // Numbers of the unknowns that a Newton update must keep above zero.
  { E::positive_unknowns.size() } -> std::convertible_to<std::size_t>;
  { E::free_stream(parameters) } -> std::same_as<State<E::n_unknowns>>;
  // Whether the equations mean anything at a state; a template over the number type as the fluxes are.
  { E::is_physical(q) } -> std::same_as<bool>;
  // The variables whose flux the residual balances, and their derivatives in the unknowns.
  { E::conserved(parameters, q) } -> std::same_as<State<E::n_unknowns>>;
  { E::conserved_jacobian(parameters, q, block) } -> std::same_as<void>;
  // Physical flux through a face, per unit area; a template over the number type too.
  { E::flux(parameters, q, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::flux_jacobian(parameters, q, normal, block) } -> std::same_as<void>;
  // Calls the visitor with an object of the UpwindFlux type that parameters.flux_scheme names; the set must
  // have it.
  { E::has(FluxScheme::roe) } -> std::same_as<bool>;
  {
    E::with_flux_scheme(parameters, AnyFluxVisitor<typename E::Parameters, E::n_unknowns>{})
    } -> std::same_as<void>;
  // Wall without through-flow: only pressure acts. Argument: outward area vector.
  { E::pressure(parameters, q) } -> std::same_as<double>;
  { E::wall_flux(parameters, pressure, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::wall_jacobian(parameters, q, normal, block) } -> std::same_as<void>;
  // Boundaries that flow passes, per unit area; the set must have the kind.
  { E::has(BoundaryKind::far_field) } -> std::same_as<bool>;
  { E::open_flux(parameters, condition, q, normal) } -> std::same_as<State<E::n_unknowns>>;
  { E::open_jacobian(parameters, condition, q, normal, block) } -> std::same_as<void>;
  // Largest wave speed through a face; a template over the number type too.
  { E::spectral_radius(parameters, q, normal) } -> std::same_as<double>;
  { E::pressure_coefficient(parameters, pressure) } -> std::same_as<double>;
  // Further quantities for output files, one for each name.
  { E::derived_names[0] } -> std::convertible_to<std::string_view>;
  { E::derived(parameters, q)[0] } -> std::convertible_to<double>;
};

}  // namespace trireme::flow
