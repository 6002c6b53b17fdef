// SPDX-License-Identifier: Apache-2.0
// Items on their way to ranks that a function of the item names. Used where meshes meet by place or number:
// periodic matching, transfer between meshes.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

// Collective. rank_of(item) is 0 .. size-1. What arrives is ordered by sending rank, then as given.
template <class T, class F>
comm::Received<T> send_items(const comm::Communicator& comm, std::span<const T> items, F&& rank_of) {
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  for (const T& item : items) ++counts[static_cast<std::size_t>(rank_of(item))];
  std::vector<GlobalIndex> next(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), next.begin(), GlobalIndex{0});
  std::vector<T> sorted(items.size());
  for (const T& item : items)
    sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(rank_of(item))]++)] = item;
  return comm::all_to_all_v(comm, std::span<const T>(sorted), counts);
}

}  // namespace trireme::mesh
