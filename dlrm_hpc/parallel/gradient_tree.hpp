// SPDX-License-Identifier: Apache-2.0
// Sums the gradients of blocks in a binary tree whose shape depends on the number of blocks alone: node
// (level, i) is the sum of nodes (level - 1, 2 i) and (level - 1, 2 i + 1), or the first of them where there
// is no second. Whoever holds a contiguous run of blocks adds up the nodes that lie within it, so the sum of
// all has the same bits for any division into threads and ranks. Called by training. Local.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solvers/base/array.hpp"
#include "solvers/base/types.hpp"

namespace trireme::dlrm {

struct TreeNode {
  int level = 0;
  std::int64_t index = 0;
  bool operator==(const TreeNode&) const = default;
};

// Additions left += right by place in a list of nodes, in the order in which they shall be done; `nodes` then
// holds what stands at the places `left_over`.
struct MergePlan {
  struct Addition {
    std::size_t left, right;
  };
  std::vector<Addition> additions;
  std::vector<std::size_t> left_over;
  std::vector<TreeNode> nodes;  // [left_over]
};

// nodes: ascending, of neighbouring runs of blocks. Adds siblings only; with n_blocks > 0 the nodes are those
// of all blocks, and one is left over.
MergePlan merge_plan(std::span<const TreeNode> nodes, std::int64_t n_blocks = 0);

// The nodes of blocks [begin, end) once siblings are added: what a rank or thread with these blocks holds.
std::vector<TreeNode> nodes_of_blocks(std::int64_t begin, std::int64_t end);

// Gradients of a run of blocks, added as they come. Value: float or double.
template <class Value>
class GradientTree {
 public:
  explicit GradientTree(std::size_t n_values) : n_values_(n_values) {}

  // Where the next block's gradient is to be written [n_values].
  Value* next();
  // It was written, and is that of this block; blocks come ascending without gaps.
  void add(std::int64_t block);
  void clear();

  const std::vector<TreeNode>& nodes() const { return nodes_; }
  Value* values(std::size_t node) { return buffers_[node].data(); }

 private:
  std::size_t n_values_;
  std::vector<TreeNode> nodes_;
  std::vector<Array<Value>> buffers_;  // of the nodes, then spare ones
};

}  // namespace trireme::dlrm
