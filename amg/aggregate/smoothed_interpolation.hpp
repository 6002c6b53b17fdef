// SPDX-License-Identifier: Apache-2.0
// The smoothed prolongator P = (I - w D^-1 A_F) T: the tentative one after one step of damped Jacobi, with w
// = relaxation / (an estimate of the largest eigenvalue of D^-1 A_F). A_F is A without its weak couplings,
// which are added to the diagonal (systems keep all). Vanek, Mandel, Brezina 1996 (see tentative.hpp).
// Called by aggregation_level.
#pragma once

#include <cstdint>

#include "amg/aggregate/aggregates.hpp"
#include "amg/aggregate/aggregation_options.hpp"
#include "amg/aggregate/near_null_space.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// What is smoothed, and where its weak couplings are.
struct SmoothedInput {
  MatrixView matrix;
  std::span<const double> largest;  // largest_couplings(matrix); empty: every coupling counts as strong
  std::span<const GlobalIndex> aggregate_of_row;  // [n_rows], -1: none, its row of P is empty
  std::shared_ptr<const Partition> aggregates;
  const NearNullSpace& basis;  // the tentative prolongator by rows
  // In place of `largest`, if given: which couplings count as strong (kernels/strong_mask.hpp).
  std::span<const std::uint8_t> strong = {};
};

// Rows of the matrix, columns of aggregates times basis.count. Rows without a diagonal are not smoothed.
// Collective.
DistributedMatrix smoothed_interpolation(const SmoothedInput& input, const AggregationOptions& options);

}  // namespace trireme::amg
