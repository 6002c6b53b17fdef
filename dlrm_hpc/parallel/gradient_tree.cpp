// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/gradient_tree.hpp"

#include "dlrm_hpc/kernels/update_values.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::dlrm {
namespace {

bool are_siblings(const TreeNode& left, const TreeNode& right) {
  return left.level == right.level && left.index + 1 == right.index && left.index % 2 == 0;
}

TreeNode parent_of(const TreeNode& node) {
  return {node.level + 1, node.index / 2};
}

}  // namespace

MergePlan merge_plan(std::span<const TreeNode> nodes, std::int64_t n_blocks) {
  MergePlan plan;
  const auto merge_siblings = [&] {
    while (plan.nodes.size() >= 2 && are_siblings(plan.nodes[plan.nodes.size() - 2], plan.nodes.back())) {
      const std::size_t right = plan.left_over.back();
      plan.left_over.pop_back();
      plan.nodes.pop_back();
      plan.additions.push_back({plan.left_over.back(), right});
      plan.nodes.back() = parent_of(plan.nodes.back());
    }
  };
  for (std::size_t place = 0; place < nodes.size(); ++place) {
    plan.nodes.push_back(nodes[place]);
    plan.left_over.push_back(place);
    merge_siblings();
  }
  // The last node has no right sibling when blocks end within it or before: it then is its parent.
  while (n_blocks > 0 && plan.nodes.size() > 1) {
    plan.nodes.back() = parent_of(plan.nodes.back());
    merge_siblings();
  }
  return plan;
}

std::vector<TreeNode> nodes_of_blocks(std::int64_t begin, std::int64_t end) {
  std::vector<TreeNode> leaves;
  for (std::int64_t block = begin; block < end; ++block) leaves.push_back({0, block});
  return merge_plan(leaves).nodes;
}

template <class Value>
Value* GradientTree<Value>::next() {
  if (buffers_.size() == nodes_.size()) buffers_.emplace_back(n_values_);
  return buffers_[nodes_.size()].data();
}

template <class Value>
void GradientTree<Value>::add(std::int64_t block) {
  TRIREME_EXPECT(buffers_.size() > nodes_.size());
  nodes_.push_back({0, block});
  while (nodes_.size() >= 2 && are_siblings(nodes_[nodes_.size() - 2], nodes_.back())) {
    const std::size_t right = nodes_.size() - 1;
    kernels::add_values(buffers_[right - 1].data(), buffers_[right].data(), n_values_);
    nodes_.pop_back();
    nodes_.back() = parent_of(nodes_.back());
  }
}

template <class Value>
void GradientTree<Value>::clear() {
  nodes_.clear();
}

template class GradientTree<float>;
template class GradientTree<double>;

}  // namespace trireme::dlrm
