// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/wide_points.hpp"

#include "amg/matrix/ghost_numbering.hpp"

namespace trireme::amg {

CoarsePoints widen(const CoarsePoints& coarse, LocalIndex n_rows, std::vector<GlobalIndex> more) {
  CoarsePoints wide = coarse;
  std::erase_if(
      more, [&](GlobalIndex id) { return id >= coarse.partition->begin() && id < coarse.partition->end(); });
  more.insert(more.end(), coarse.ghosts.begin(), coarse.ghosts.end());
  wide.ghosts = sorted_unique(std::move(more));
  const ColumnNumbering before(*coarse.partition, coarse.ghosts), after(*coarse.partition, wide.ghosts);
  for (auto ghost = static_cast<std::size_t>(n_rows); ghost < wide.place.size(); ++ghost)
    if (wide.place[ghost] >= 0) wide.place[ghost] = after.local(before.global(wide.place[ghost]));
  return wide;
}

}  // namespace trireme::amg
