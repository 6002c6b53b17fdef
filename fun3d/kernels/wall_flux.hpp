// SPDX-License-Identifier: Apache-2.0
// Slip wall (and symmetry, before what it leaves across the plane is dropped): the pressure integral over the
// boundary part of each dual cell. Integrating a linear pressure over the third of a triangle that belongs to
// corner 1 gives (6 p1 + p2 + p3) / 8 times the third's area; the lumped form uses p1 alone and is what the
// first-order residual (and so the Jacobian) has. Called by discretization/residual with a range of wall
// vertices per thread.
#pragma once

#include "fun3d/kernels/boundary_lists.hpp"

namespace trireme::flow {

enum class WallPressure { linear, lumped };

// Adds the wall flux of wall vertices [begin, end) to residual [n_owned, N]; q [n_vertices, N].
template <class E>
void wall_flux(const typename E::Parameters& parameters, const WallCorners& wall, LocalIndex begin,
               LocalIndex end, WallPressure form, const double* q, double* residual);

// The same facet by facet as read: facets [n, 3] local vertices, facet_normals [n, 3] outward area vectors.
template <class E>
void wall_flux_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                         std::span<const LocalIndex> facets, std::span<const double> facet_normals,
                         WallPressure form, const double* q, double* residual);

}  // namespace trireme::flow
