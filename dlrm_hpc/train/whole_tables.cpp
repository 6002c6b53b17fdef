// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/whole_tables.hpp"

#include <algorithm>

#include "solvers/base/as_size.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/io/row_exchange.hpp"

namespace trireme::dlrm {
namespace {

// The part of a shard's rows that lies in a block of rows of the whole table, in rows of the shard.
std::pair<GlobalIndex, GlobalIndex> overlap(const Shard& shard, const io::RowBlock& block) {
  const GlobalIndex begin = std::max(shard.row_begin, block.begin),
                    end = std::min(shard.row_end, block.begin + block.count);
  return begin < end ? std::pair(begin - shard.row_begin, end - shard.row_begin)
                     : std::pair(GlobalIndex{0}, GlobalIndex{0});
}

}  // namespace

std::vector<float> table_blocks(StepEngine& engine, int table, int state, GlobalIndex width) {
  const comm::Communicator& comm = engine.comm();
  const ShardingPlan& plan = engine.plan();
  const GlobalIndex rows = engine.tables()[as_size(table)].rows;
  const bool one_a_row = state >= 0 && width == 1;
  const auto columns = [&](const Shard& shard) { return one_a_row ? GlobalIndex{1} : shard.width(); };
  // State of one number a row is the same for all columns: the first speak.
  const auto counts = [&](const Shard& shard) {
    return shard.table == table && (!one_a_row || shard.column_begin == 0);
  };
  const auto values_of = [&](LocalShards& shards, std::size_t s, GlobalIndex begin, GlobalIndex end) {
    return state < 0 ? shards.rows(s, begin, end) : shards.state(s, state, begin, end);
  };
  const io::RowBlock mine = io::row_block(rows, comm.rank(), comm.size());
  LocalShards& replicated = engine.replicated();
  for (std::size_t s = 0; s < replicated.size(); ++s)
    if (replicated.shard(s).table == table)
      return values_of(replicated, s, mine.begin, mine.begin + mine.count);

  std::vector<float> send;
  std::vector<GlobalIndex> send_counts;
  LocalShards& owned = engine.owned();
  for (int rank = 0; rank < comm.size(); ++rank) {
    const std::size_t before = send.size();
    const io::RowBlock block = io::row_block(rows, rank, comm.size());
    for (std::size_t s = 0; s < owned.size(); ++s) {
      const auto [begin, end] = overlap(owned.shard(s), block);
      if (!counts(owned.shard(s)) || begin == end) continue;
      const std::vector<float> values = values_of(owned, s, begin, end);
      send.insert(send.end(), values.begin(), values.end());
    }
    send_counts.push_back(static_cast<GlobalIndex>(send.size() - before));
  }
  const auto received = comm::all_to_all_v(comm, send, send_counts);
  std::vector<float> out(as_size(mine.count * width));
  const float* at = received.values.data();
  for (int rank = 0; rank < comm.size(); ++rank)
    for (const std::size_t s : plan.shards_of(rank)) {
      const Shard& shard = plan.shards[s];
      const auto [begin, end] = overlap(shard, mine);
      if (!counts(shard)) continue;
      const GlobalIndex first_column = one_a_row ? 0 : shard.column_begin;
      for (GlobalIndex row = begin; row < end; ++row, at += columns(shard))
        std::copy_n(at, columns(shard),
                    out.begin() + (shard.row_begin + row - mine.begin) * width + first_column);
    }
  return out;
}

std::vector<float> whole_table(StepEngine& engine, int table) {
  return comm::all_gather(engine.comm(),
                          table_blocks(engine, table, -1, engine.tables()[as_size(table)].width));
}

void set_table_rows(StepEngine& engine, int table, GlobalIndex first, std::span<const float> values) {
  const GlobalIndex width = engine.tables()[as_size(table)].width;
  const io::RowBlock block{first, static_cast<GlobalIndex>(values.size()) / width};
  for (LocalShards* shards : {&engine.owned(), &engine.replicated()})
    for (std::size_t s = 0; s < shards->size(); ++s) {
      const Shard& shard = shards->shard(s);
      if (shard.table != table) continue;
      const auto [begin, end] = overlap(shard, block);
      std::vector<float> part(as_size((end - begin) * shard.width()));
      for (GlobalIndex row = begin; row < end; ++row)
        std::copy_n(values.begin() + (shard.row_begin + row - first) * width + shard.column_begin,
                    shard.width(), part.begin() + (row - begin) * shard.width());
      shards->set_rows(s, begin, part);
    }
}

}  // namespace trireme::dlrm
