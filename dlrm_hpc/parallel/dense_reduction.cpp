// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/dense_reduction.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/update_values.hpp"

namespace trireme::dlrm {
namespace {

// Does the additions of a plan on values [n] of each node.
template <class Value>
void add_by_plan(const MergePlan& plan, const std::vector<Value*>& nodes, std::size_t n) {
  if (plan.additions.empty()) return;
  const auto add = [&](std::size_t begin, std::size_t end) {
    // A few kilobytes at a time, so that sums of sums stay in cache.
    constexpr std::size_t step = 4096;
    for (; begin < end; begin += step)
      for (const MergePlan::Addition& addition : plan.additions)
        kernels::add_values(nodes[addition.left] + begin, nodes[addition.right] + begin,
                            std::min(step, end - begin));
  };
  if (n < 16384)
    add(0, n);
  else
    threads::parallel_for_range(n, add);
}

}  // namespace

template <class Value>
DenseReduction<Value>::DenseReduction(const comm::Communicator& comm, std::size_t n_values)
    : comm_(comm), n_values_(n_values), sum_(comm.size() == 1 ? 0 : n_values) {}

template <class Value>
void DenseReduction<Value>::start(std::span<GradientTree<Value>> trees, const BatchLayout& layout) {
  layout_ = layout;
  std::vector<TreeNode> nodes;
  std::vector<Value*> values;
  for (GradientTree<Value>& tree : trees)
    for (std::size_t node = 0; node < tree.nodes().size(); ++node) {
      nodes.push_back(tree.nodes()[node]);
      values.push_back(tree.values(node));
    }
  const bool alone = comm_.size() == 1;
  const MergePlan plan = merge_plan(nodes, alone ? layout.blocks() : 0);
  add_by_plan(plan, values, n_values_);
  if (alone) {
    alone_ = values[plan.left_over.front()];
    return;
  }

  const auto n_ranks = static_cast<std::size_t>(comm_.size());
  std::vector<GlobalIndex> send_counts(n_ranks), receive_counts(n_ranks);
  const auto [my_begin, my_end] = slice(comm_.rank());
  const std::size_t my_values = my_end - my_begin;
  send_.resize(plan.nodes.size() * n_values_);
  std::size_t at = 0, received = 0;
  all_nodes_.clear();
  for (std::size_t rank = 0; rank < n_ranks; ++rank) {
    const auto [begin, end] = slice(static_cast<int>(rank));
    for (const std::size_t place : plan.left_over) {
      std::copy_n(values[place] + begin, end - begin, send_.data() + at);
      at += end - begin;
    }
    send_counts[rank] = static_cast<GlobalIndex>(plan.nodes.size() * (end - begin));
    const auto theirs = nodes_of_blocks(layout.block_begin[rank], layout.block_begin[rank + 1]);
    all_nodes_.insert(all_nodes_.end(), theirs.begin(), theirs.end());
    receive_counts[rank] = static_cast<GlobalIndex>(theirs.size() * my_values);
    received += theirs.size() * my_values;
  }
  receive_.resize(received);
  pending_.start(comm_, std::span<const Value>(send_), send_counts, std::span<Value>(receive_),
                 receive_counts);
}

template <class Value>
std::span<const Value> DenseReduction<Value>::finish() {
  if (comm_.size() == 1) return {alone_, n_values_};
  pending_.finish();
  const auto [begin, end] = slice(comm_.rank());
  const std::size_t n = end - begin;
  std::vector<Value*> values;
  for (std::size_t node = 0; node < all_nodes_.size(); ++node) values.push_back(receive_.data() + node * n);
  const MergePlan plan = merge_plan(all_nodes_, layout_.blocks());
  add_by_plan(plan, values, n);

  const auto n_ranks = static_cast<std::size_t>(comm_.size());
  std::vector<GlobalIndex> send_counts(n_ranks, static_cast<GlobalIndex>(n)), receive_counts(n_ranks);
  send_.resize(n_ranks * n);
  for (std::size_t rank = 0; rank < n_ranks; ++rank) {
    std::copy_n(values[plan.left_over.front()], n, send_.data() + rank * n);
    const auto theirs = slice(static_cast<int>(rank));
    receive_counts[rank] = static_cast<GlobalIndex>(theirs.end - theirs.begin);
  }
  pending_.start(comm_, std::span<const Value>(send_), send_counts, std::span<Value>(sum_), receive_counts);
  pending_.finish();
  return sum_;
}

template class DenseReduction<float>;
template class DenseReduction<double>;

}  // namespace trireme::dlrm
