// SPDX-License-Identifier: Apache-2.0
// Stationary transport by diffusion and by a vortex around the vertical axis of the box plus a steady rise,
// first-order upwind: a nonsymmetric M-matrix. The stream function of the vortex is evaluated at the edges of
// the cells, so that the discrete velocity has no divergence.
#pragma once

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// peclet: >= 0, largest cell Peclet number: speed times cell width over diffusivity.
ProblemPointer convection_diffusion(const Lattice& lattice, double peclet);

}  // namespace trireme::amg
