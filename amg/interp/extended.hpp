// SPDX-License-Identifier: Apache-2.0
// Extended and extended+i interpolation of a level (De Sterck, Falgout, Nolting, Yang 2008,
// doi 10.1002/nla.559; the formula is in kernels/extended_i.hpp). Called by the set-up.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/kernels/extended_i.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/strength/strong_couplings.hpp"

namespace trireme::amg {

// Some of the matrix's rows, ascending, and the numbering in which they are the rows of the result.
struct RowSubset {
  std::shared_ptr<const Partition> space;
  std::vector<LocalIndex> rows;  // [space->n_owned()]
};

// types [n_rows + n_ghosts]; coarse: number_coarse_points of them. workspace: one entry for each thread.
// only: the rows to form, all where there is none (on every rank). Collective; one packed message for each
// neighbour, and the plan of the result. Cost: a pass over the matrix, and for each strong coupling of two
// fine points the few coarse links of the second.
DistributedMatrix extended_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                         std::span<const PointType> types, const CoarsePoints& coarse,
                                         kernels::ConnectionBack back,
                                         const kernels::RowTruncation& truncation, RowWorkspace& workspace,
                                         const RowSubset* only = nullptr);

// The weights of p anew, on the pattern it has (see kernels/kept_weights.hpp): couplings, types and coarse
// points are those it was made with, the diagonal in `couplings` is the matrix's. With the values that p was
// made from, p stays as it is to the last bit. Returns whether all rows of this rank can be used; if not, p
// may be spoiled. Collective, and as costly as the weights alone.
bool refill_extended_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                   std::span<const PointType> types, const CoarsePoints& coarse,
                                   kernels::ConnectionBack back, RowWorkspace& workspace,
                                   DistributedMatrix& p);

}  // namespace trireme::amg
