// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/id_exchange.hpp"

#include <algorithm>
#include <cstring>

#include "dlrm_hpc/data/data_chunk.hpp"
#include "solvers/base/as_size.hpp"

namespace trireme::dlrm {
IdExchange::IdExchange(const comm::Communicator& comm, const ShardingPlan& plan,
                       const std::vector<TableShape>& tables, std::vector<IdMap> id_maps)
    : comm_(comm), plan_(plan), tables_(tables), id_maps_(std::move(id_maps)), id_words_(1) {
  for (int rank = 0; rank < comm.size(); ++rank) shards_of_rank_.push_back(plan.shards_of(rank));
  replicated_ = plan.shards_of(Shard::every_rank);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    row_split_.push_back(plan.splits_rows(static_cast<int>(t)));
    if (tables[t].rows > (GlobalIndex{1} << 32)) id_words_ = 2;
  }
}

bool IdExchange::has_lengths(const Shard& shard) const {
  const auto table = static_cast<std::size_t>(shard.table);
  return tables_[table].arity == Arity::bag || row_split_[table];
}

bool IdExchange::has_weights(const Shard& shard) const {
  return tables_[static_cast<std::size_t>(shard.table)].has_weights;
}

std::size_t IdExchange::words_for(const Shard& shard, const Batch& batch) const {
  const auto table = static_cast<std::size_t>(shard.table);
  const auto& ids = batch.ids[table];
  std::size_t n_ids = ids.size();
  if (row_split_[table])
    n_ids = static_cast<std::size_t>(std::count_if(ids.begin(), ids.end(), [&](std::int64_t id) {
      const GlobalIndex row = id_maps_[table].row(id);
      return row >= shard.row_begin && row < shard.row_end;
    }));
  return (has_lengths(shard) ? batch.n : 0) + n_ids * lookup_words(shard);
}

void IdExchange::write(const Shard& shard, const Batch& batch, std::uint32_t* words) const {
  const auto table = static_cast<std::size_t>(shard.table);
  const IdMap& map = id_maps_[table];
  const auto& offsets = batch.offsets[table];
  const auto& ids = batch.ids[table];
  std::uint32_t* const lengths = words;
  if (has_lengths(shard)) words += batch.n;
  for (std::size_t sample = 0; sample < batch.n; ++sample) {
    std::uint32_t length = 0;
    for (std::int64_t k = offsets[sample]; k < offsets[sample + 1]; ++k) {
      const GlobalIndex row = map.row(ids[as_size(k)]);
      if (row < shard.row_begin || row >= shard.row_end) continue;
      store_id(words, id_words_, row - shard.row_begin);
      words += id_words_;
      if (has_weights(shard)) std::memcpy(words++, &batch.weights[table][as_size(k)], 4);
      ++length;
    }
    if (has_lengths(shard)) lengths[sample] = length;
  }
}

void IdExchange::start(StepData& step) const {
  const auto n_ranks = static_cast<std::size_t>(comm_.size());
  std::vector<GlobalIndex> send_counts(n_ranks, 0);
  std::vector<std::size_t> numbers, begins;
  std::size_t words = 0;
  for (std::size_t rank = 0; rank < n_ranks; ++rank)
    for (const std::size_t s : shards_of_rank_[rank]) {
      numbers.push_back(s);
      begins.push_back(words);
      const std::size_t more = words_for(plan_.shards[s], step.batch);
      words += more;
      send_counts[rank] += static_cast<GlobalIndex>(more);
    }
  step.send.resize(words);
  threads::parallel_for(numbers.size(), [&](std::size_t i) {
    write(plan_.shards[numbers[i]], step.batch, step.send.data() + begins[i]);
  });
  step.receive_counts = comm::detail::exchange_counts(comm_, send_counts);
  step.receive.resize(as_size(comm::detail::sum_of(step.receive_counts)));
  step.pending.start(comm_, std::span<const std::uint32_t>(step.send), send_counts,
                     std::span<std::uint32_t>(step.receive), step.receive_counts);

  step.replicated.resize(replicated_.size());
  threads::parallel_for(replicated_.size(), [&](std::size_t i) {
    const auto table = static_cast<std::size_t>(plan_.shards[replicated_[i]].table);
    const auto& ids = step.batch.ids[table];
    step.replicated[i].offsets = step.batch.offsets[table];
    step.replicated[i].weights = step.batch.weights[table];
    step.replicated[i].rows.resize(ids.size());
    for (std::size_t k = 0; k < ids.size(); ++k) step.replicated[i].rows[k] = id_maps_[table].row(ids[k]);
  });
}

void IdExchange::finish(StepData& step) const {
  step.pending.finish();
  const auto& mine = shards_of_rank_[static_cast<std::size_t>(comm_.rank())];
  step.bags.resize(mine.size());
  for (ShardBags& bags : step.bags) {
    bags.offsets.assign(1, 0);
    bags.rows.clear();
    bags.weights.clear();
  }
  // Where each sender's part for each shard begins: one walk over lengths, then shards in parallel.
  const auto n_ranks = static_cast<std::size_t>(comm_.size());
  std::vector<const std::uint32_t*> begins(n_ranks * mine.size());
  const std::uint32_t* at = step.receive.data();
  for (std::size_t rank = 0; rank < n_ranks; ++rank) {
    const auto n = as_size(step.layout.samples_of(static_cast<int>(rank)));
    for (std::size_t i = 0; i < mine.size(); ++i) {
      begins[rank * mine.size() + i] = at;
      std::size_t n_ids = n;
      if (has_lengths(plan_.shards[mine[i]])) {
        n_ids = 0;
        for (std::size_t sample = 0; sample < n; ++sample) n_ids += at[sample];
        at += n;
      }
      at += n_ids * lookup_words(plan_.shards[mine[i]]);
    }
  }
  threads::parallel_for(mine.size(), [&](std::size_t i) {
    ShardBags& bags = step.bags[i];
    const bool lengths = has_lengths(plan_.shards[mine[i]]), weights = has_weights(plan_.shards[mine[i]]);
    const std::size_t lookup = lookup_words(plan_.shards[mine[i]]);
    bags.offsets.reserve(as_size(step.layout.samples) + 1);
    for (std::size_t rank = 0; rank < n_ranks; ++rank) {
      const auto n = as_size(step.layout.samples_of(static_cast<int>(rank)));
      const std::uint32_t* const begin = begins[rank * mine.size() + i];
      std::size_t n_ids = 0;
      for (std::size_t sample = 0; sample < n; ++sample) {
        n_ids += lengths ? begin[sample] : 1;
        bags.offsets.push_back(static_cast<std::int64_t>(bags.rows.size() + n_ids));
      }
      const std::uint32_t* const ids = begin + (lengths ? n : 0);
      const std::size_t before = bags.rows.size();
      bags.rows.resize(before + n_ids);
      for (std::size_t k = 0; k < n_ids; ++k) bags.rows[before + k] = load_id(ids + k * lookup, id_words_);
      if (!weights) continue;
      bags.weights.resize(before + n_ids);
      for (std::size_t k = 0; k < n_ids; ++k)
        std::memcpy(&bags.weights[before + k], ids + k * lookup + id_words_, 4);
    }
  });
}

}  // namespace trireme::dlrm
