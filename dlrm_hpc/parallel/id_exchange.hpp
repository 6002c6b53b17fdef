// SPDX-License-Identifier: Apache-2.0
// Brings the ids of a step to the ranks that hold their rows, while the step before computes. Each rank sends
// each owner, shard by shard, the lengths of its samples' bags where they can differ, and the rows, each with
// its weight behind it where lookups have any. Called by training. Collective in order.
#pragma once

#include <vector>

#include "dlrm_hpc/data/batch.hpp"
#include "dlrm_hpc/embedding/id_map.hpp"
#include "dlrm_hpc/parallel/batch_layout.hpp"
#include "dlrm_hpc/parallel/sharding_plan.hpp"
#include "solvers/comm/pending_alltoall.hpp"

namespace trireme::dlrm {

// A step on its way: its samples here, and the bags of all samples for the shards here.
struct StepData {
  Batch batch;
  BatchLayout layout;
  std::vector<ShardBags> bags;        // [shards of this rank]
  std::vector<ShardBags> replicated;  // [tables on every rank]: of the samples here
  std::vector<std::uint32_t> send, receive;
  std::vector<GlobalIndex> receive_counts;
  comm::PendingAllToAll pending;
};

class IdExchange {
 public:
  IdExchange(const comm::Communicator& comm, const ShardingPlan& plan, const std::vector<TableShape>& tables,
             std::vector<IdMap> id_maps);

  // Takes the ids from step.batch, which must be whole. Communicates counts, then starts the ids.
  void start(StepData& step) const;
  // step.bags are there afterwards.
  void finish(StepData& step) const;

 private:
  bool has_lengths(const Shard& shard) const;
  bool has_weights(const Shard& shard) const;
  // Of a lookup: its row, and its weight where there is one.
  std::size_t lookup_words(const Shard& shard) const { return id_words_ + (has_weights(shard) ? 1 : 0); }
  std::size_t words_for(const Shard& shard, const Batch& batch) const;
  void write(const Shard& shard, const Batch& batch, std::uint32_t* words) const;

  comm::Communicator comm_;
  ShardingPlan plan_;
  std::vector<TableShape> tables_;
  std::vector<IdMap> id_maps_;
  std::vector<std::vector<std::size_t>> shards_of_rank_;
  std::vector<std::size_t> replicated_;
  std::vector<char> row_split_;  // [tables]
  std::size_t id_words_;
};

}  // namespace trireme::dlrm
