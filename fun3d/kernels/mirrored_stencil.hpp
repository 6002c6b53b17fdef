// SPDX-License-Identifier: Apache-2.0
// Completes what stencils of vertices on planes of symmetry found on their own side by what they would have
// found beyond the planes: at every neighbour's mirror image the mirrored state, of which only the velocity
// across differs. Called by discretization/residual and discretization/limiter, with a range of the list per
// thread. Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/mirrored_vertices.hpp"

namespace trireme::flow {

// Gradients [n_vertices, 3, N] of vertices [begin, end) of the list become the means of themselves and their
// images: of a scalar what lies along the planes, of the velocity along them too, and of a velocity across
// what it changes in its own direction.
template <class E>
void mirror_gradients(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end, double* gradients);

// Widens the extrema [n_vertices, N] of velocities by their images in each axis across the planes. Exact for
// planes across x, y or z; else the images of the box that the extrema span, which hold those of the
// neighbours.
template <class E>
void mirror_extrema(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end, double* minima,
                    double* maxima);

// One vertex's gradients [3, N] as the mean over the images [m, 3, 3] of symmetry_condition.hpp.
template <class E>
void mirror_gradients_reference(std::span<const double> images, double* gradients);

// One vertex's extrema [N] over the images [m, 3, 3] of the corners of their box.
template <class E>
void mirror_extrema_reference(std::span<const double> images, double* minima, double* maxima);

}  // namespace trireme::flow
