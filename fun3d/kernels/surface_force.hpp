// SPDX-License-Identifier: Apache-2.0
// Pressure force and moment of boundary facets, in coefficients: every facet carries the pressure coefficient
// of the mean of its corner pressures times its outward area vector. Called by discretization/forces.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "fun3d/physics/state.hpp"
#include "solvers/base/types.hpp"

namespace trireme::flow {

// Sums over facets of Cp area; of (x - reference) x Cp area with x the facet's centroid; and of the same with
// x the plain sum of the three corners, as PETSc-FUN3D has it.
struct SurfaceForce {
  Vector3 force{};
  Vector3 moment{};
  Vector3 corner_sum_moment{};
};

// Adds facets [n, 3] with outward area vectors facet_normals [n, 3], those numbered in `chosen`.
// coordinates [n_vertices, 3], q [n_vertices, N].
template <class E>
void add_surface_force(const typename E::Parameters& parameters, std::span<const LocalIndex> chosen,
                       std::span<const LocalIndex> facets, std::span<const double> facet_normals,
                       std::span<const double> coordinates, const Vector3& reference_point, const double* q,
                       SurfaceForce& sum);

// The same over all facets whose `markers` entry [n] is `marker`, facet by facet as read.
template <class E>
SurfaceForce surface_force_reference(const typename E::Parameters& parameters,
                                     std::span<const LocalIndex> facets,
                                     std::span<const double> facet_normals,
                                     std::span<const std::int32_t> markers, std::int32_t marker,
                                     std::span<const double> coordinates, const Vector3& reference_point,
                                     const double* q);

}  // namespace trireme::flow
