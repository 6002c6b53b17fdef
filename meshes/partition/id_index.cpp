// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/id_index.hpp"

#include <algorithm>

#include "meshes/core/local_count.hpp"

namespace trireme::mesh {
namespace {

constexpr GlobalIndex table_factor = 4;

}  // namespace

IdIndex::IdIndex(std::vector<GlobalIndex> ascending_ids) : ids_(std::move(ascending_ids)) {
  local_count(ids_.size(), "vertices");
  if (ids_.empty()) return;
  first_ = ids_.front();
  const GlobalIndex range = ids_.back() - first_ + 1;
  if (range > table_factor * static_cast<GlobalIndex>(ids_.size()) + 1024) return;
  table_.assign(static_cast<std::size_t>(range), -1);
  for (std::size_t i = 0; i < ids_.size(); ++i) table_[ids_[i] - first_] = static_cast<LocalIndex>(i);
}

LocalIndex IdIndex::position(GlobalIndex id) const {
  if (!table_.empty()) {
    const GlobalIndex at = id - first_;
    return at < 0 || at >= static_cast<GlobalIndex>(table_.size()) ? -1 : table_[at];
  }
  const auto place = std::lower_bound(ids_.begin(), ids_.end(), id);
  return place == ids_.end() || *place != id ? -1 : static_cast<LocalIndex>(place - ids_.begin());
}

std::vector<GlobalIndex> distinct_ids(std::vector<GlobalIndex> ids) {
  if (ids.empty()) return ids;
  const auto [low, high] = std::minmax_element(ids.begin(), ids.end());
  const GlobalIndex first = *low, range = *high - *low + 1;
  if (range <= 4 * static_cast<GlobalIndex>(ids.size()) + 1024) {
    std::vector<bool> met(static_cast<std::size_t>(range), false);
    for (const GlobalIndex id : ids) met[id - first] = true;
    ids.clear();
    for (GlobalIndex i = 0; i < range; ++i) {
      if (met[i]) ids.push_back(first + i);
    }
  } else {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  }
  ids.shrink_to_fit();
  return ids;
}

}  // namespace trireme::mesh
