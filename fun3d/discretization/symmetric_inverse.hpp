// SPDX-License-Identifier: Apache-2.0
// The inverse of a symmetric positive semi-definite 3 x 3 matrix, or its pseudo-inverse where the matrix is
// singular: a vertex whose neighbours all lie in a plane (one layer of cells) or on a line has no information
// about the remaining directions, and its gradient must vanish there instead of being NaN. Called by
// gradient_plan for every vertex. Jacobi's eigenvalue iteration; errors are relative to the largest
// eigenvalue.
#pragma once

#include <array>

namespace trireme::flow {

// The six entries xx, xy, xz, yy, yz, zz.
using Symmetric3 = std::array<double, 6>;

// Eigenvalues below relative_cutoff times the largest count as zero. The zero matrix gives the zero matrix.
Symmetric3 pseudo_inverse(const Symmetric3& matrix, double relative_cutoff);

}  // namespace trireme::flow
