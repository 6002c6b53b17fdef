// SPDX-License-Identifier: Apache-2.0
// Smallest and largest value of every unknown over a vertex and its neighbours, which slope limiters compare
// extrapolated values with. Called by discretization/limiter. Arrays [n_vertices, N], written only where the
// edge list says so. Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"

namespace trireme::flow {

// Widens the extrema of each edge's written ends by the value at the other end. Start: minima = maxima = q.
template <class E>
void edge_extrema(const EdgeList& edges, const double* q, double* minima, double* maxima);

// Extrema of all owned vertices [0, n_owned), start included, edge by edge as read. ends [n, 2].
template <class E>
void edge_extrema_reference(LocalIndex n_owned, std::span<const LocalIndex> ends, const double* q,
                            double* minima, double* maxima);

}  // namespace trireme::flow
