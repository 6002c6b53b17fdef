// SPDX-License-Identifier: Apache-2.0
// Linear elasticity of a beam of unit cubes, trilinear elements with 2 x 2 x 2 Gauss points, clamped at x =
// 0: three unknowns (displacements) at each point of a lattice whose points with x = 0 are left out. The six
// rigid-body modes come with it.
#pragma once

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// free_points: those that can move; at least two in y and z. poisson_ratio: in (-1, 0.5); Young's modulus is
// 1.
ProblemPointer elasticity(const Lattice& free_points, double poisson_ratio);

}  // namespace trireme::amg
