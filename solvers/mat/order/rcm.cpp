// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/order/rcm.hpp"

#include <algorithm>

namespace trireme::mat {
namespace {

class CuthillMcKee {
 public:
  CuthillMcKee(std::span<const LocalIndex> row_offsets, std::span<const LocalIndex> columns)
      : offsets_(row_offsets), columns_(columns), mark_(row_offsets.size() - 1, unmarked) {}

  std::vector<LocalIndex> order() {
    const auto n = static_cast<LocalIndex>(mark_.size());
    std::vector<LocalIndex> order;
    order.reserve(mark_.size());
    for (LocalIndex v = 0; v < n; ++v) {
      if (mark_[v] != done) append_component(peripheral(v), order);
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

 private:
  static constexpr LocalIndex unmarked = -1, done = -2;

  LocalIndex degree(LocalIndex v) const { return offsets_[v + 1] - offsets_[v]; }

  // Breadth-first levels from root; the vertices reached stay marked with `stamp`. Returns the number of
  // levels and leaves the last level in level_.
  LocalIndex levels(LocalIndex root) {
    ++stamp_;
    level_.assign(1, root);
    mark_[root] = stamp_;
    for (LocalIndex depth = 1;; ++depth) {
      next_.clear();
      for (const LocalIndex v : level_) {
        for (LocalIndex k = offsets_[v]; k < offsets_[v + 1]; ++k) {
          const LocalIndex w = columns_[k];
          if (mark_[w] == stamp_) continue;
          mark_[w] = stamp_;
          next_.push_back(w);
        }
      }
      if (next_.empty()) return depth;
      level_.swap(next_);
    }
  }

  // A vertex about as far from some other as any: repeats from the farthest level's vertex of least degree
  // while the depth grows.
  LocalIndex peripheral(LocalIndex root) {
    LocalIndex depth = levels(root);
    for (;;) {
      const LocalIndex candidate = *std::min_element(
          level_.begin(), level_.end(),
          [&](LocalIndex a, LocalIndex b) { return degree(a) != degree(b) ? degree(a) < degree(b) : a < b; });
      const LocalIndex candidate_depth = levels(candidate);
      if (candidate_depth <= depth) return root;
      root = candidate;
      depth = candidate_depth;
    }
  }

  void append_component(LocalIndex root, std::vector<LocalIndex>& order) {
    std::size_t head = order.size();
    order.push_back(root);
    mark_[root] = done;
    for (; head < order.size(); ++head) {
      const LocalIndex v = order[head];
      const std::size_t first = order.size();
      for (LocalIndex k = offsets_[v]; k < offsets_[v + 1]; ++k) {
        const LocalIndex w = columns_[k];
        if (mark_[w] == done) continue;
        mark_[w] = done;
        order.push_back(w);
      }
      std::sort(
          order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
          [&](LocalIndex a, LocalIndex b) { return degree(a) != degree(b) ? degree(a) < degree(b) : a < b; });
    }
  }

  std::span<const LocalIndex> offsets_, columns_;
  std::vector<LocalIndex> mark_;
  LocalIndex stamp_ = -1;
  std::vector<LocalIndex> level_, next_;
};

}  // namespace

std::vector<LocalIndex> rcm_order(std::span<const LocalIndex> row_offsets,
                                  std::span<const LocalIndex> columns) {
  if (row_offsets.size() < 2) return {};
  return CuthillMcKee(row_offsets, columns).order();
}

}  // namespace trireme::mat
