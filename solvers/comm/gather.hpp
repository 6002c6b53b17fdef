// SPDX-License-Identifier: Apache-2.0
// Variable numbers of values collected on the root or on every rank, and dealt out again: for I/O on one rank
// and small tables. Counts beyond int travel in pieces. All collective; the root is rank 0.
#pragma once

#include <span>
#include <vector>

#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/broadcast.hpp"

namespace trireme::comm {

// On the root: all values by rank, and counts [size] if asked for. Elsewhere both come back empty.
template <Transferable T>
std::vector<T> gather_to_root(const Communicator& comm, std::span<const T> values,
                              std::vector<GlobalIndex>* counts = nullptr, PieceLimit limit = {}) {
  std::vector<GlobalIndex> send_counts(static_cast<std::size_t>(comm.size()), 0);
  send_counts.front() = static_cast<GlobalIndex>(values.size());
  auto received = all_to_all_v(comm, values, send_counts, limit);
  if (!comm.is_root()) received.counts.clear();
  if (counts) *counts = std::move(received.counts);
  return std::move(received.values);
}
template <Transferable T>
std::vector<T> gather_to_root(const Communicator& comm, const std::vector<T>& values,
                              std::vector<GlobalIndex>* counts = nullptr, PieceLimit limit = {}) {
  return gather_to_root(comm, std::span<const T>(values), counts, limit);
}

// On every rank: all values by rank, and counts [size] if asked for.
template <Transferable T>
std::vector<T> all_gather(const Communicator& comm, std::span<const T> values,
                          std::vector<GlobalIndex>* counts = nullptr, PieceLimit limit = {}) {
  std::vector<GlobalIndex> of_rank;
  auto all = gather_to_root(comm, values, &of_rank, limit);
  broadcast(comm, all, 0, limit);
  if (counts) {
    broadcast(comm, of_rank, 0, limit);
    *counts = std::move(of_rank);
  }
  return all;
}
template <Transferable T>
std::vector<T> all_gather(const Communicator& comm, const std::vector<T>& values,
                          std::vector<GlobalIndex>* counts = nullptr, PieceLimit limit = {}) {
  return all_gather(comm, std::span<const T>(values), counts, limit);
}

// One value of each rank, on every rank: [size].
template <Transferable T>
std::vector<T> all_gather_value(const Communicator& comm, const T& value) {
  std::vector<T> all(static_cast<std::size_t>(comm.size()));
  const EntryDatatype type(sizeof(T));
  MPI_Allgather(&value, 1, type.handle(), all.data(), 1, type.handle(), comm.handle());
  return all;
}

// all_on_root: grouped by receiving rank, counts_on_root [size] their numbers; both ignored elsewhere.
template <Transferable T>
std::vector<T> scatter_from_root(const Communicator& comm, std::span<const T> all_on_root,
                                 std::span<const GlobalIndex> counts_on_root, PieceLimit limit = {}) {
  const std::vector<GlobalIndex> nothing(static_cast<std::size_t>(comm.size()), 0);
  return comm.is_root() ? all_to_all_v(comm, all_on_root, counts_on_root, limit).values
                        : all_to_all_v(comm, std::span<const T>(), nothing, limit).values;
}
template <Transferable T>
std::vector<T> scatter_from_root(const Communicator& comm, const std::vector<T>& all_on_root,
                                 std::span<const GlobalIndex> counts_on_root, PieceLimit limit = {}) {
  return scatter_from_root(comm, std::span<const T>(all_on_root), counts_on_root, limit);
}

}  // namespace trireme::comm
