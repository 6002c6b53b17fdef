// SPDX-License-Identifier: Apache-2.0
// Turns sparse global ids into positions 0, 1, 2 ...; used wherever a rank numbers the vertices it met.
// Local.
#pragma once

#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

// Ids are kept ascending; position() of an id that is not there is -1. Answers come from a table when the ids
// lie close together (4 bytes per number in their range, at most 16 per id), else from a binary search. Error
// (input) for more ids than a LocalIndex counts: construct it inside a guard.
class IdIndex {
 public:
  IdIndex() = default;
  explicit IdIndex(std::vector<GlobalIndex> ascending_ids);

  LocalIndex position(GlobalIndex id) const;
  const std::vector<GlobalIndex>& ids() const { return ids_; }
  std::size_t size() const { return ids_.size(); }

 private:
  std::vector<GlobalIndex> ids_;
  GlobalIndex first_ = 0;
  std::vector<LocalIndex> table_;
};

// The distinct values, ascending. O(n log n), or O(n + range) when the range is small.
std::vector<GlobalIndex> distinct_ids(std::vector<GlobalIndex> ids);

}  // namespace trireme::mesh
