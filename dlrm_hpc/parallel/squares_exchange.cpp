// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/squares_exchange.hpp"

#include <algorithm>

#include "solvers/comm/alltoall.hpp"

namespace trireme::dlrm {

SquaresExchange::SquaresExchange(const comm::Communicator& comm, const ShardingPlan& plan)
    : comm_(comm), plan_(plan) {
  for (int rank = 0; rank < comm.size(); ++rank) shards_of_rank_.push_back(plan.shards_of(rank));
  for (const Shard& shard : plan.shards) needed_ = needed_ || shard.column_begin > 0;
  for (const std::size_t s : shards_of_rank_[static_cast<std::size_t>(comm.rank())])
    splits_.push_back(plan.splits_columns(plan.shards[s].table));
}

bool SquaresExchange::are_peers(std::size_t a, std::size_t b) const {
  const Shard &one = plan_.shards[a], &other = plan_.shards[b];
  return one.table == other.table && one.row_begin == other.row_begin;
}

void SquaresExchange::run(LocalShards& shards) const {
  const auto& mine = shards_of_rank_[static_cast<std::size_t>(comm_.rank())];
  const std::span<float> squares = shards.squares();
  const auto part = [&](std::size_t i) {
    return squares.subspan(shards.lookups_begin(i), shards.lookups_begin(i + 1) - shards.lookups_begin(i));
  };
  // To every rank that holds a peer: this rank's shards in order.
  std::vector<float> send;
  std::vector<GlobalIndex> send_counts;
  for (const auto& theirs : shards_of_rank_) {
    const std::size_t before = send.size();
    for (std::size_t i = 0; i < mine.size(); ++i)
      if (splits_[i] && std::any_of(theirs.begin(), theirs.end(),
                                    [&](std::size_t other) { return are_peers(mine[i], other); }))
        send.insert(send.end(), part(i).begin(), part(i).end());
    send_counts.push_back(static_cast<GlobalIndex>(send.size() - before));
  }
  const auto received = comm::all_to_all_v(comm_, send, send_counts);
  // Where the part of each peer stands; its length is that of this rank's own shard of the same rows.
  std::vector<std::pair<std::size_t, const float*>> parts;
  const float* at = received.values.data();
  for (const auto& theirs : shards_of_rank_)
    for (const std::size_t other : theirs) {
      const auto own =
          std::find_if(mine.begin(), mine.end(), [&](std::size_t s) { return are_peers(s, other); });
      if (own == mine.end() || !plan_.splits_columns(plan_.shards[other].table)) continue;
      parts.emplace_back(other, at);
      at += part(static_cast<std::size_t>(own - mine.begin())).size();
    }
  std::sort(parts.begin(), parts.end());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (!splits_[i]) continue;
    const std::span<float> sums = part(i);
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (const auto& [other, values] : parts)
      if (are_peers(mine[i], other))
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += values[k];
  }
}

}  // namespace trireme::dlrm
