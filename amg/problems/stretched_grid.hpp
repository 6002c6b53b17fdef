// SPDX-License-Identifier: Apache-2.0
// Diffusion on cells that are flat near one wall, as in a boundary layer: edges of length 1 in the plane,
// and along the last axis (z, or y of a plane lattice) heights that grow from 1 / aspect_ratio at the wall to
// 1 at the other end, each cell by the same factor.
#pragma once

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// aspect_ratio: >= 1, of the cells at the wall.
ProblemPointer stretched_grid(const Lattice& lattice, double aspect_ratio);

}  // namespace trireme::amg
