// SPDX-License-Identifier: Apache-2.0
// The boundary part of the sums of edge_spectral_radius.hpp: (|U| + c) * area of each boundary vertex's
// lumped normal. Called by discretization/residual with a range of boundary vertices per thread. Local, no
// allocation.
#pragma once

#include <span>

#include "fun3d/kernels/boundary_lists.hpp"
#include "fun3d/kernels/wave_directions.hpp"

namespace trireme::flow {

// Adds the terms of vertices [begin, end) of the list to sums [n_owned]; q [n_vertices, N].
template <class E>
void boundary_spectral_radius(const typename E::Parameters& parameters, WaveDirections directions,
                              const LumpedVertices& boundary, LocalIndex begin, LocalIndex end,
                              const double* q, double* sums);

// The same from the facets as read: lumps their normals into scratch [n_owned, 3] first. facets [n, 3],
// facet_normals [n, 3].
template <class E>
void boundary_spectral_radius_reference(const typename E::Parameters& parameters, WaveDirections directions,
                                        LocalIndex n_owned, std::span<const LocalIndex> facets,
                                        std::span<const double> facet_normals, std::span<double> scratch,
                                        const double* q, double* sums);

}  // namespace trireme::flow
