// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/id_trace.hpp"

#include <algorithm>

namespace trireme::dlrm {

IdTrace::IdTrace(GlobalIndex rows, GlobalIndex depth, std::uint64_t seed)
    : rows_(rows), depth_(std::min(depth, rows / 2)), order_(rows, seed, 0) {}

GlobalIndex IdTrace::next(GlobalIndex distance) {
  if (distance > 0 && distance <= static_cast<GlobalIndex>(stack_.size())) {
    const auto at = stack_.end() - static_cast<std::ptrdiff_t>(distance);
    std::rotate(at, at + 1, stack_.end());
    return stack_.back();
  }
  GlobalIndex id;
  // In the first round over all rows none of them can have come before.
  do id = order_(n_new_ % rows_);
  while (n_new_++ >= rows_ && in_stack_.contains(id));
  if (depth_ == 0) return id;
  if (static_cast<GlobalIndex>(stack_.size()) == depth_) {
    in_stack_.erase(stack_.front());
    stack_.pop_front();
  }
  stack_.push_back(id);
  in_stack_.insert(id);
  return id;
}

}  // namespace trireme::dlrm
