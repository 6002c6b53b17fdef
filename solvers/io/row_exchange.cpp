// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/row_exchange.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::io {

namespace {

// Rank whose block holds the id: the inverse of row_block.
int block_owner(GlobalIndex id, GlobalIndex n_global, int size) {
  const GlobalIndex small = n_global / size, larger_ranks = n_global % size;
  const GlobalIndex in_larger = larger_ranks * (small + 1);
  return static_cast<int>(id < in_larger ? id / (small + 1) : larger_ranks + (id - in_larger) / small);
}

// The rows here in the order of the ranks whose blocks they belong to.
struct Routing {
  std::vector<std::size_t> order;          // position in the message -> row here
  std::vector<GlobalIndex> ids;            // in that order
  std::vector<GlobalIndex> rows_for_rank;  // [size]
};

Routing route(const comm::Communicator& comm, std::span<const GlobalIndex> global_ids, GlobalIndex n_global) {
  return comm::CollectiveGuard(comm).run([&] {
    Routing routing;
    const auto size = static_cast<std::size_t>(comm.size());
    std::vector<std::size_t> owner(global_ids.size());
    routing.rows_for_rank.assign(size, 0);
    for (std::size_t row = 0; row < global_ids.size(); ++row) {
      if (global_ids[row] < 0 || global_ids[row] >= n_global) {
        throw Error(ErrorKind::internal, fmt::format("global id {} of {} rows", global_ids[row], n_global));
      }
      owner[row] = static_cast<std::size_t>(block_owner(global_ids[row], n_global, comm.size()));
      ++routing.rows_for_rank[owner[row]];
    }
    std::vector<std::size_t> next(size, 0);
    for (std::size_t rank = 1; rank < size; ++rank) {
      next[rank] = next[rank - 1] + static_cast<std::size_t>(routing.rows_for_rank[rank - 1]);
    }
    routing.order.resize(global_ids.size());
    routing.ids.resize(global_ids.size());
    for (std::size_t row = 0; row < global_ids.size(); ++row) {
      const std::size_t place = next[owner[row]]++;
      routing.order[place] = row;
      routing.ids[place] = global_ids[row];
    }
    return routing;
  });
}

std::vector<GlobalIndex> times(std::vector<GlobalIndex> counts, int factor) {
  for (auto& count : counts) count *= factor;
  return counts;
}

}  // namespace

RowBlock row_block(GlobalIndex n_global, int rank, int size) {
  const GlobalIndex small = n_global / size, larger_ranks = n_global % size;
  return {rank * small + std::min<GlobalIndex>(rank, larger_ranks), small + (rank < larger_ranks ? 1 : 0)};
}

std::vector<double> rows_to_blocks(const comm::Communicator& comm, std::span<const double> values,
                                   int components, std::span<const GlobalIndex> global_ids,
                                   GlobalIndex n_global) {
  const auto c = static_cast<std::size_t>(components);
  const Routing routing = route(comm, global_ids, n_global);
  std::vector<double> packed(values.size());
  for (std::size_t place = 0; place < routing.order.size(); ++place) {
    std::copy_n(values.data() + routing.order[place] * c, c, packed.data() + place * c);
  }
  const auto ids = comm::all_to_all_v(comm, routing.ids, routing.rows_for_rank);
  const auto rows = comm::all_to_all_v(comm, packed, times(routing.rows_for_rank, components));

  const RowBlock block = row_block(n_global, comm.rank(), comm.size());
  std::vector<double> ordered(static_cast<std::size_t>(block.count) * c);
  comm::CollectiveGuard(comm).run([&] {
    std::vector<char> filled(static_cast<std::size_t>(block.count), 0);
    for (std::size_t i = 0; i < ids.values.size(); ++i) {
      const auto row = static_cast<std::size_t>(ids.values[i] - block.begin);
      if (filled[row] != 0)
        throw Error(ErrorKind::internal, fmt::format("global id {} is given twice", ids.values[i]));
      filled[row] = 1;
      std::copy_n(rows.values.data() + i * c, c, ordered.data() + row * c);
    }
    const auto hole = std::find(filled.begin(), filled.end(), 0);
    if (hole != filled.end()) {
      throw Error(ErrorKind::internal,
                  fmt::format("global id {} is given by no rank", block.begin + (hole - filled.begin())));
    }
  });
  return ordered;
}

std::vector<double> blocks_to_rows(const comm::Communicator& comm, std::span<const double> block,
                                   int components, std::span<const GlobalIndex> global_ids,
                                   GlobalIndex n_global) {
  const auto c = static_cast<std::size_t>(components);
  const Routing routing = route(comm, global_ids, n_global);
  const auto wanted = comm::all_to_all_v(comm, routing.ids, routing.rows_for_rank);
  const GlobalIndex begin = row_block(n_global, comm.rank(), comm.size()).begin;
  std::vector<double> packed(wanted.values.size() * c);
  for (std::size_t i = 0; i < wanted.values.size(); ++i) {
    std::copy_n(block.data() + static_cast<std::size_t>(wanted.values[i] - begin) * c, c,
                packed.data() + i * c);
  }
  const auto received = comm::all_to_all_v(comm, packed, times(wanted.counts, components));
  std::vector<double> values(global_ids.size() * c);
  for (std::size_t place = 0; place < routing.order.size(); ++place) {
    std::copy_n(received.values.data() + place * c, c, values.data() + routing.order[place] * c);
  }
  return values;
}

}  // namespace trireme::io
