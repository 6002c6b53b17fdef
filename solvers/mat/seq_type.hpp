// SPDX-License-Identifier: Apache-2.0
// The types `seqaijomp` and `seqbaijomp`. Called by register.cpp, and by the mpi types for their two parts.
#pragma once

#include <petscmat.h>

#include "solvers/mat/local_product.hpp"

namespace trireme::mat {

// Turns an SEQAIJ (SEQBAIJ) matrix into a seqaijomp (seqbaijomp) in place; no-op on one that is. Local.
template <Format format>
PetscErrorCode adopt_seq(Mat matrix);
// And back.
template <Format format>
PetscErrorCode release_seq(Mat matrix);

PetscErrorCode register_seq_types();

}  // namespace trireme::mat
