// SPDX-License-Identifier: Apache-2.0
// The interior residual: for every edge the upwind flux through its dual face, added to the first end and
// taken from the second. Second order extrapolates both ends to the edge's midpoint by their gradients, but
// keeps an end's own state where that is not physical; without gradients the scheme is first order. Called by
// discretization/residual.
//
// Layouts: q [n_vertices, N]; gradients [n_vertices, 3, N] or null; residual [n_owned or more, N], written
// only where the edge list says so. The flux scheme is the one of the parameters, chosen once a call. Local,
// no allocation. About 200 flops an edge for four unknowns.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"

namespace trireme::flow {

template <class E>
void edge_flux(const typename E::Parameters& parameters, const EdgeList& edges, const double* q,
               const double* gradients, double* residual);

// The same edge by edge with arrays by unknown: q and residual [N, n_vertices], gradients [3, N, n_vertices].
// The slow path that measurements compare with; the bits are the same.
template <class E>
void edge_flux_segregated(const typename E::Parameters& parameters, const EdgeList& edges,
                          LocalIndex n_vertices, const double* q, const double* gradients, double* residual);

// The same for all owned vertices [0, n_owned), edge by edge as read: ends [n, 2], area_vectors [n, 3],
// coordinates [n_vertices, 3].
template <class E>
void edge_flux_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                         std::span<const LocalIndex> ends, std::span<const double> area_vectors,
                         std::span<const double> coordinates, const double* q, const double* gradients,
                         double* residual);

}  // namespace trireme::flow
