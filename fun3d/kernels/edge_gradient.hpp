// SPDX-License-Identifier: Apache-2.0
// Least-squares gradients: grad_i minimises sum_j w_ij^2 (q_j - q_i - d_ij . grad)^2 over the edges of vertex
// i, so grad_i = M_i^-1 sum_j w_ij^2 d_ij (q_j - q_i) with M_i = sum_j w_ij^2 d_ij d_ij^T. The product d (q_j
// - q_i) is the same seen from both ends, which makes this half the work of two one-sided loops. Called by
// discretization/residual; M_i^-1 comes from discretization/gradient_plan.
//
// Layouts: q [n_vertices, N]; sums and gradients [n_vertices, 3, N] (all unknowns' x derivatives, then y,
// then z); inverses [n_vertices, 6] = xx, xy, xz, yy, yz, zz. Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"
#include "fun3d/kernels/neighbour_list.hpp"

namespace trireme::flow {

// Adds w^2 d (q_second - q_first) to `sums` of the written ends.
template <class E>
void edge_gradient_sums(const EdgeList& edges, const double* q, double* sums);

// Turns sums into gradients in place for the given vertices.
template <class E>
void solve_gradients(std::span<const LocalIndex> vertices, const double* inverses, double* sums);

// Both of the above in one loop over the list's vertices and their neighbours, without a sum in memory: twice
// the arithmetic, but every row is written once. places [n_vertices, 4]: coordinates and anything. The bits
// are those of the loop over edges when neighbours come in the order of the edges.
template <class E>
void vertex_gradients(const NeighbourList& list, const double* places, const double* inverses,
                      const double* q, double* gradients);

// The first two with arrays by unknown: q [N, n_vertices], sums [3, N, n_vertices]. The slow path that
// measurements compare with; the bits are the same.
template <class E>
void edge_gradient_sums_segregated(const EdgeList& edges, LocalIndex n_vertices, const double* q,
                                   double* sums);
template <class E>
void solve_gradients_segregated(std::span<const LocalIndex> vertices, LocalIndex n_vertices,
                                const double* inverses, double* sums);

// The gradients of all owned vertices [0, n_owned), edge by edge as read and without threads.
// ends [n, 2], vectors [n, 3], weights [n] or empty.
template <class E>
void gradients_reference(LocalIndex n_owned, std::span<const LocalIndex> ends,
                         std::span<const double> vectors, std::span<const double> weights,
                         const double* inverses, const double* q, double* gradients);

}  // namespace trireme::flow
