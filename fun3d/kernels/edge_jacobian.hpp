// SPDX-License-Identifier: Apache-2.0
// The interior Jacobian of the first-order residual: the two derivatives of each edge's flux scheme go to
// four blocks of a block sparse matrix. Called by discretization/jacobian.
//
// Values are blocks of N x N doubles stored by columns (block[column * N + row]), the order PETSc's BAIJ
// keeps. A slot is the number of a block in its array. The diagonal blocks live in `own_values`; the blocks
// that couple the ends live in `coupling_values`, which is the same array for edges between owned vertices
// and the off-process array for edges to ghosts. Several edges at once as the list says, with the same bits.
// Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"

namespace trireme::flow {

// slots [n, 2] of blocks (first, second) and (second, first) in coupling_values, read only where that row is
// written; diagonal_slots [n_owned] in own_values. Diagonal blocks are added to, coupling blocks are set.
template <class E>
void edge_jacobian(const typename E::Parameters& parameters, const EdgeList& edges,
                   std::span<const LocalIndex> slots, std::span<const LocalIndex> diagonal_slots,
                   const double* q, double* own_values, double* coupling_values);

// The same as a dense matrix [n_owned * N, n_vertices * N] by rows, edge by edge as read; for tests on small
// meshes.
template <class E>
void edge_jacobian_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                             LocalIndex n_vertices, std::span<const LocalIndex> ends,
                             std::span<const double> area_vectors, const double* q, double* dense);

}  // namespace trireme::flow
