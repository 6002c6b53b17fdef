// SPDX-License-Identifier: Apache-2.0
// The direct solution on the coarsest level: its matrix is gathered at set-up and (pseudo-)inverted once;
// every rank keeps the rows of the inverse for its own unknowns. A solve then is one all-reduce of the right
// hand side and one dense product. Called by Multigrid.
#pragma once

#include <span>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::amg {

class CoarsestSolver {
 public:
  // matrix: finite; n_global^2 numbers fit into rank 0. scale multiplies its values. Collective.
  // Cost: O(n_global^3) on rank 0.
  CoarsestSolver(const MatrixView& matrix, double scale);

  // x = A^-1 b, or the solution of least squares and least norm. b, x [n_owned] in original order.
  // Collective.
  void solve(std::span<const double> b, std::span<double> x);

  // The dimension of the null space; 0 for a regular matrix.
  LocalIndex null_dimension() const { return null_dimension_; }
  std::size_t bytes() const { return inverse_rows_.size() * sizeof(double); }

 private:
  comm::Communicator comm_;
  std::size_t begin_;
  LocalIndex null_dimension_ = 0;
  std::vector<double> inverse_rows_;  // [n_owned * n_global] by rows
  std::vector<double> all_b_;         // [n_global]
};

}  // namespace trireme::amg
