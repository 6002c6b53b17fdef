// SPDX-License-Identifier: Apache-2.0
// Fits weights of interpolation that are kept to a matrix whose values changed. If A = D A_old D for a
// diagonal D, the vectors that A takes to almost nothing are D^-1 times those of A_old, which vary from point
// to point as D does: kept weights would miss them. D^-1 P serves A as P served A_old, and P' D^-1 A D^-1 P
// is the old coarse matrix. D is read from the diagonals; it is used only where the row sums of D^-1 A D^-1
// are clearly nearer to those of A_old than those of A are, which is not so where coefficients of a
// differential operator changed. Called by ReusableHierarchy.
#pragma once

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

class ScaledInterpolation {
 public:
  // matrix: the one that the weights were computed for. Local; a pass over it.
  explicit ScaledInterpolation(const MatrixView& matrix);

  // p, r: interpolation from the next level and its transpose; only this object changes their values.
  // diagonal: the matrix's, with the signs of the one given to the constructor. Returns whether values
  // changed, the same on every rank. Collective; two passes over the matrix.
  bool fit(const MatrixView& matrix, const Array<double>& diagonal, DistributedMatrix& p,
           DistributedMatrix& r);

  std::size_t bytes() const;

 private:
  // Values before any scaling; empty until there was one.
  struct Original {
    Array<double> diagonal, off_diagonal;
  };
  void keep_original(const DistributedMatrix& p, const DistributedMatrix& r);

  Array<double> diagonal_, row_sums_;  // of the constructor's matrix
  Original p_, r_;
  bool is_scaled_ = false;
};

}  // namespace trireme::amg
