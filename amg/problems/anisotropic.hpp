// SPDX-License-Identifier: Apache-2.0
// Diffusion with a constant conductance for each axis.
#pragma once

#include <array>

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// conductances: positive, of x, y, z.
ProblemPointer anisotropic(const Lattice& lattice, const std::array<double, 3>& conductances);

}  // namespace trireme::amg
