// SPDX-License-Identifier: Apache-2.0
// Finds where edge_flux falls back to first order: edges whose extrapolated state is not physical. For
// reports, hence without vector instructions. Called by discretization/fallback.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"

namespace trireme::flow {

// Of each edge's written ends whose extrapolated state is not physical: adds one to counts [n_owned or more]
// and lowers least [n_owned or more] to the smallest ratio of an extrapolated value to the vertex's own among
// the unknowns that must stay positive. q [n_vertices, N], gradients [n_vertices, 3, N]. Local, no
// allocation.
template <class E>
void edge_fallback(const EdgeList& edges, const double* q, const double* gradients, LocalIndex* counts,
                   double* least);

// The same for all owned vertices [0, n_owned), edge by edge as read: ends [n, 2], vectors [n, 3].
template <class E>
void edge_fallback_reference(LocalIndex n_owned, std::span<const LocalIndex> ends,
                             std::span<const double> vectors, const double* q, const double* gradients,
                             LocalIndex* counts, double* least);

}  // namespace trireme::flow
