// SPDX-License-Identifier: Apache-2.0
// Adds the gradients of all blocks over threads and ranks in the fixed tree of gradient_tree.hpp. Each rank
// adds up one slice of the values and gives it to all, as in a ring reduction; what travels is a rank's
// nodes, one to about twice the logarithm of its blocks. Called by training. Collective in order.
#pragma once

#include <span>
#include <vector>

#include "dlrm_hpc/parallel/batch_layout.hpp"
#include "dlrm_hpc/parallel/gradient_tree.hpp"
#include "solvers/comm/pending_alltoall.hpp"

namespace trireme::dlrm {

template <class Value>
class DenseReduction {
 public:
  DenseReduction(const comm::Communicator& comm, std::size_t n_values);

  // trees: of this rank's threads, ascending; they are used up, and stay as they
  // are until finish() is done with. Starts the messages.
  void start(std::span<GradientTree<Value>> trees, const BatchLayout& layout);
  // Lets MPI work.
  void test() { pending_.test(); }
  // The sum over all blocks [n_values], until the next start.
  std::span<const Value> finish();

  std::int64_t bytes_sent() const { return pending_.bytes_sent(); }

 private:
  // Slice of the values that a rank adds up.
  threads::IndexRange<std::size_t> slice(int rank) const {
    return threads::thread_range(n_values_, rank, comm_.size());
  }

  comm::Communicator comm_;
  std::size_t n_values_;
  Array<Value> sum_, send_, receive_;
  const Value* alone_ = nullptr;  // on one rank: the sum, in the trees of start()
  std::vector<TreeNode> all_nodes_;
  BatchLayout layout_;
  comm::PendingAllToAll pending_;
};

}  // namespace trireme::dlrm
