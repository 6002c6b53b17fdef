// SPDX-License-Identifier: Apache-2.0
// Laplace's equation by linear elements on tetrahedra: a lattice of interior points of the unit spacing, each
// displaced at random, every cube cut into six tetrahedra around its main diagonal (Kuhn 1960), zero values
// on the boundary around. Rows have up to 15 entries, some of them positive off the diagonal.
#pragma once

#include <cstdint>

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// Largest displacement that can invert no tetrahedron.
inline constexpr double largest_perturbation = 0.15;

// perturbation: in spacings, along each axis, in [0, largest_perturbation].
ProblemPointer tetrahedra(const Lattice& interior, double perturbation, std::int64_t seed);

}  // namespace trireme::amg
