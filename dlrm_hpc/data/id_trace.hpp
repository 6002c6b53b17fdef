// SPDX-License-Identifier: Apache-2.0
// Ids with a stated locality: how many different ids came since the same one came last, the stack distance of
// Mattson, Gecsei, Slutz and Traiger ("Evaluation techniques for storage hierarchies", IBM Systems Journal 9,
// 1970), follows a given distribution, so that a cache of any size has the hit rate one asks for. Called by
// the generator of samples, one a table. Local; memory of `depth` ids.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_set>

#include "dlrm_hpc/data/permutation.hpp"

namespace trireme::dlrm {

class IdTrace {
 public:
  // Ids are below rows; distances of up to min(depth, rows / 2) are asked for: so every other row at least is
  // one that may come anew.
  IdTrace(GlobalIndex rows, GlobalIndex depth, std::uint64_t seed);

  // The id that came `distance` different ids ago, 1 for the last one; where fewer have come yet, or for 0,
  // one that is not among the last depth() different ones, which are all rows in a scattered order before
  // one comes again. Costs moving `distance` ids by a place; a new id is found in two tries on average.
  GlobalIndex next(GlobalIndex distance);
  GlobalIndex depth() const { return depth_; }

 private:
  GlobalIndex rows_, depth_;
  Permutation order_;
  GlobalIndex n_new_ = 0;          // ids that were not among the last ones, so far
  std::deque<GlobalIndex> stack_;  // the last different ids, the latest at the end
  std::unordered_set<GlobalIndex> in_stack_;
};

}  // namespace trireme::dlrm
