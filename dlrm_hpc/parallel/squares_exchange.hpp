// SPDX-License-Identifier: Apache-2.0
// Makes row-wise AdaGrad exact for tables split by columns: its step needs the sum of squares over the whole
// row, which the holders of the columns add in the order of columns. All of them have seen the same lookups,
// so what travels is one number for each. Called by training before rows are updated. Collective.
#pragma once

#include <span>
#include <vector>

#include "dlrm_hpc/embedding/local_shards.hpp"
#include "dlrm_hpc/parallel/sharding_plan.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::dlrm {

class SquaresExchange {
 public:
  SquaresExchange(const comm::Communicator& comm, const ShardingPlan& plan);

  // Whether any table is split by columns; the same on every rank.
  bool needed() const { return needed_; }
  // [shards of this rank]: whether the shard is a part of its rows.
  std::span<const char> splits() const { return splits_; }

  // shards: after sum_squares(); their squares become those of whole rows.
  void run(LocalShards& shards) const;

 private:
  bool are_peers(std::size_t a, std::size_t b) const;

  comm::Communicator comm_;
  ShardingPlan plan_;
  std::vector<std::vector<std::size_t>> shards_of_rank_;
  std::vector<char> splits_;
  bool needed_ = false;
};

}  // namespace trireme::dlrm
