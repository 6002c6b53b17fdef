// SPDX-License-Identifier: Apache-2.0
// Two-stage extended+i interpolation of an aggressive level (Yang 2010, doi 10.1002/nla.689): P = P1 P2, P1
// from the coarse points of the first splitting to all points, P2 from those that the second one kept to
// those of the first, both by extended+i on the level's own matrix. Called by the set-up.
#pragma once

#include "amg/coarsen/coarsening.hpp"
#include "amg/kernels/truncate_row.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/strength/strong_couplings.hpp"

namespace trireme::amg {

// first, second: both splittings of the level. of_stages: of P1 and P2. Collective; the messages of two
// extended interpolations and those of a product.
DistributedMatrix two_stage_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                          const Splitting& first, const Splitting& second,
                                          const kernels::RowTruncation& of_stages,
                                          const kernels::RowTruncation& truncation, RowWorkspace& workspace);

}  // namespace trireme::amg
