// SPDX-License-Identifier: Apache-2.0
// Diffusion through a medium of blocks whose permeabilities are log-normal: exp(deviation * N(0, 1)), with
// one independent number for each block of cells. Faces take the harmonic mean.
#pragma once

#include <cstdint>

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

struct JumpingMedium {
  double deviation = 3;   // of the logarithm, >= 0
  GlobalIndex block = 4;  // cells along the edge of a block, >= 1
  std::int64_t seed = 0;
};

ProblemPointer jumping_coefficients(const Lattice& lattice, const JumpingMedium& medium);

}  // namespace trireme::amg
