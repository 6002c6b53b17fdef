// SPDX-License-Identifier: Apache-2.0
// The numbering of coarse points of other ranks, widened by those that fetched rows name. Called where coarse
// points further away than the matrix's ghosts matter: distance-two graphs, multipass interpolation.
#pragma once

#include <vector>

#include "amg/coarsen/coarse_points.hpp"

namespace trireme::amg {

// The same points with `more` among the ghosts (global numbers in any order, repeated or owned: all allowed),
// and places in accordance. n_rows: of the matrix that was split. Local.
CoarsePoints widen(const CoarsePoints& coarse, LocalIndex n_rows, std::vector<GlobalIndex> more);

}  // namespace trireme::amg
