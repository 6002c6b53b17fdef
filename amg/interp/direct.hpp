// SPDX-License-Identifier: Apache-2.0
// Direct interpolation of a level. Called by the set-up.
#pragma once

#include <span>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/kernels/truncate_row.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/strength/strong_couplings.hpp"

namespace trireme::amg {

// types [n_rows + n_ghosts]; coarse: number_coarse_points of them. workspace: one entry for each thread.
// Collective; the only communication is the plan of the result.
DistributedMatrix direct_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                       std::span<const PointType> types, const CoarsePoints& coarse,
                                       const kernels::RowTruncation& truncation, RowWorkspace& workspace);

// As refill_extended_interpolation, but local except for a vote.
bool refill_direct_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                 std::span<const PointType> types, const CoarsePoints& coarse,
                                 RowWorkspace& workspace, DistributedMatrix& p);

}  // namespace trireme::amg
