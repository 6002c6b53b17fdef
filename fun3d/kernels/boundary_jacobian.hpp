// SPDX-License-Identifier: Apache-2.0
// Boundary terms of the first-order Jacobian: all on diagonal blocks, since the first-order residual takes
// the wall pressure and the open boundary's state at the vertex itself. Called by discretization/jacobian.
// Blocks by columns, slots as in edge_jacobian.hpp.
#pragma once

#include "fun3d/kernels/boundary_lists.hpp"
#include "fun3d/physics/boundary_condition.hpp"

namespace trireme::flow {

template <class E>
void wall_jacobian(const typename E::Parameters& parameters, const LumpedVertices& wall, LocalIndex begin,
                   LocalIndex end, std::span<const LocalIndex> diagonal_slots, const double* q,
                   double* values);

template <class E>
void open_jacobian(const typename E::Parameters& parameters, const BoundaryCondition& condition,
                   const LumpedVertices& boundary, LocalIndex begin, LocalIndex end,
                   std::span<const LocalIndex> diagonal_slots, const double* q, double* values);

// A wall and an open boundary as a dense matrix [n_owned * N, n_owned * N] by rows, added to `dense`; for
// tests on small meshes.
template <class E>
void boundary_jacobian_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                                 const LumpedVertices& wall, const BoundaryCondition& condition,
                                 const LumpedVertices& boundary, const double* q, double* dense,
                                 LocalIndex row_length);

}  // namespace trireme::flow
