// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/ghost_numbering.hpp"

#include <algorithm>

#include "solvers/base/assert.hpp"

namespace trireme::amg {

std::vector<GlobalIndex> sorted_unique(std::vector<GlobalIndex> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

LocalIndex ColumnNumbering::local(GlobalIndex id) const {
  if (owns(id)) return static_cast<LocalIndex>(id - begin_);
  const auto place = std::lower_bound(ghosts_.begin(), ghosts_.end(), id);
  TRIREME_EXPECT(place != ghosts_.end() && *place == id);
  return n_owned() + static_cast<LocalIndex>(place - ghosts_.begin());
}

}  // namespace trireme::amg
