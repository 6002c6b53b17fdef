// SPDX-License-Identifier: Apache-2.0
// Sums over a dual cell's faces of (|U| + c) * area, from which the local pseudo-time step is V / sum. Called
// by discretization/residual before every Newton step. Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"
#include "fun3d/kernels/wave_directions.hpp"

namespace trireme::flow {

// Adds each edge's largest wave speed at the mean of its ends times its area to sums [n_owned or more] of the
// written ends. q [n_vertices, N].
template <class E>
void edge_spectral_radius(const typename E::Parameters& parameters, WaveDirections directions,
                          const EdgeList& edges, const double* q, double* sums);

// The same for all owned vertices, edge by edge as read.
template <class E>
void edge_spectral_radius_reference(const typename E::Parameters& parameters, WaveDirections directions,
                                    LocalIndex n_owned, std::span<const LocalIndex> ends,
                                    std::span<const double> area_vectors, const double* q, double* sums);

}  // namespace trireme::flow
