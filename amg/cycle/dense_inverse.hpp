// SPDX-License-Identifier: Apache-2.0
// The inverse of a small dense matrix by LAPACK, or its pseudo-inverse where it is singular, as the coarsest
// matrix of a pure Neumann problem is. Called by CoarsestSolver on one rank.
#pragma once

#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::amg {

struct DenseInverse {
  std::vector<double> values;     // [n * n] by columns; symmetric to the last bit where the matrix is
  LocalIndex null_dimension = 0;  // singular values taken as zero; more than 0 for a pseudo-inverse
};

// matrix [n * n] by columns, finite. Singular values of at most 8 n eps times the largest count as zero
// (Moore-Penrose). Throws Error (internal) where LAPACK fails. Local; O(n^3). One thread, so that the result
// does not depend on the thread count.
DenseInverse invert(std::vector<double> matrix, LocalIndex n);

}  // namespace trireme::amg
