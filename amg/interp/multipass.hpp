// SPDX-License-Identifier: Apache-2.0
// Multipass interpolation of a level whose coarse points are far apart (the formula is in
// kernels/multipass.hpp). Called by the set-up for aggressive levels.
#pragma once

#include <span>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/kernels/truncate_row.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/strength/strong_couplings.hpp"

namespace trireme::amg {

// As extended_interpolation. Rows are truncated when all are formed. Points from which no chain of strong
// couplings leads to a coarse point have an empty row. Collective; an all-reduce and two rounds of messages
// for each pass, of which there are a handful.
DistributedMatrix multipass_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                          std::span<const PointType> types, const CoarsePoints& coarse,
                                          const kernels::RowTruncation& truncation, RowWorkspace& workspace);

}  // namespace trireme::amg
