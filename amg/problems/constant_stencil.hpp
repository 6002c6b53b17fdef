// SPDX-License-Identifier: Apache-2.0
// Problems with the same stencil everywhere: the Laplacians of 5, 9, 7 and 27 points, with weights 4, 8, 6,
// 26 and -1, and the 27-point operator of the AMG2023 benchmark (LLNL/AMG2023, problem 1).
#pragma once

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// Weights by the distance of a neighbour: itself, across a face, an edge, a corner. Zero weights are no
// entries.
struct StencilWeights {
  double centre, face, edge, corner;
};

inline constexpr StencilWeights weights_5{4, -1, 0, 0};
inline constexpr StencilWeights weights_9{8, -1, -1, 0};
inline constexpr StencilWeights weights_7{6, -1, 0, 0};
inline constexpr StencilWeights weights_27{26, -1, -1, -1};
inline constexpr StencilWeights weights_amg2023{26, -4, -0.15, -0.0125};

ProblemPointer constant_stencil(const Lattice& lattice, const StencilWeights& weights);

}  // namespace trireme::amg
