// SPDX-License-Identifier: Apache-2.0
// What interpolation through the fine points of other ranks needs of their rows: links to coarse points, and
// entries back to this rank's points. Fetched once a level, in one packed message for each neighbour.
#pragma once

#include <span>
#include <vector>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/kernels/coarse_links.hpp"
#include "amg/matrix/csr.hpp"
#include "amg/strength/strong_couplings.hpp"

namespace trireme::amg {

struct GhostLinks {
  kernels::CoarseLinks links;        // a row for each ghost of the matrix; its columns are set by the caller
  std::vector<GlobalIndex> columns;  // [links.columns]: coarse numbers
  Csr back;                          // a row for each ghost: columns are rows of this rank
};

// own: the links of this rank's fine points. Collective.
GhostLinks fetch_ghost_links(const MatrixView& matrix, const StrongCouplings& couplings,
                             std::span<const PointType> types, const CoarsePoints& coarse,
                             const kernels::CoarseLinks& own);

}  // namespace trireme::amg
