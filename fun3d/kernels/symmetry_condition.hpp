// SPDX-License-Identifier: Apache-2.0
// What holds at vertices on planes of symmetry. The fluxes through the mirror image of a dual cell are the
// mirror images of the fluxes, so of their sum only the part along the planes remains: the momentum balance
// across is no equation. In its place stands that no flow crosses, area times the velocity across (in units
// of density and speed of sound of one, a momentum flux as the others are). Called by discretization/residual
// and discretization/jacobian after all fluxes, with a range of the list per thread. Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/mirrored_vertices.hpp"

namespace trireme::flow {

// residual and q [n_owned, N]; vertices [begin, end) of the list.
template <class E>
void symmetry_residual(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end, const double* q,
                       double* residual);

// The same of the Jacobian's rows: blocks by columns as in edge_jacobian.hpp, in two arrays with the offsets
// [n_owned + 1] of their rows; diagonal_slots [n_owned] in own_values.
template <class E>
void symmetry_jacobian(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end,
                       std::span<const LocalIndex> own_offsets, std::span<const LocalIndex> ghost_offsets,
                       std::span<const LocalIndex> diagonal_slots, double* own_values, double* ghost_values);

// The mean over all images of one vertex's fluxes instead. images [m, 3, 3]: the orthogonal matrices of the
// group that its mirrors generate, the unit matrix included. q, residual: that vertex's rows, [N].
template <class E>
void symmetry_residual_reference(std::span<const double> images, double area, const double* q,
                                 double* residual);

// Of one block row as a dense matrix [N, row_length] by rows, whose column `diagonal` is the first of the
// vertex's own.
template <class E>
void symmetry_jacobian_reference(std::span<const double> images, double area, LocalIndex row_length,
                                 LocalIndex diagonal, double* dense);

}  // namespace trireme::flow
