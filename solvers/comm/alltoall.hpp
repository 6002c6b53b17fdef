// SPDX-License-Identifier: Apache-2.0
// Every rank sends some values to every rank. Called by set-up: plans, migration of meshes and matrices.
// Counts beyond int travel in pieces; ranks that exchange nothing send no message but their count.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/assert.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/datatype.hpp"
#include "solvers/comm/piece_limit.hpp"

namespace trireme::comm {

template <class T>
struct Received {
  std::vector<T> values;            // by sending rank, each rank's values in the order it sent them
  std::vector<GlobalIndex> counts;  // [size]
};

namespace detail {
// counts [size] on every rank; what each rank has for this one.
std::vector<GlobalIndex> exchange_counts(const Communicator& comm, std::span<const GlobalIndex> send_counts);
// Begins the messages of an exchange and copies the own part; `requests` gets what is to be waited for.
void start_exchange(const Communicator& comm, const void* send, std::span<const GlobalIndex> send_counts,
                    void* receive, std::span<const GlobalIndex> receive_counts, std::int64_t element_bytes,
                    PieceLimit limit, std::vector<MPI_Request>& requests);
void exchange_elements(const Communicator& comm, const void* send, std::span<const GlobalIndex> send_counts,
                       void* receive, std::span<const GlobalIndex> receive_counts, std::int64_t element_bytes,
                       PieceLimit limit);
GlobalIndex sum_of(std::span<const GlobalIndex> counts);
}  // namespace detail

// send: grouped by receiving rank, ascending; send_counts [size]: values for each rank, their sum is
// send.size(). Collective; all ranks throw if one has no memory for what it receives. Cost: one all-to-all of
// counts and one small all-reduce, then a message (or pieces) for each pair that has values.
template <Transferable T>
Received<T> all_to_all_v(const Communicator& comm, std::span<const T> send,
                         std::span<const GlobalIndex> send_counts, PieceLimit limit = {}) {
  TRIREME_EXPECT(detail::sum_of(send_counts) == static_cast<GlobalIndex>(send.size()));
  Received<T> received;
  received.counts = detail::exchange_counts(comm, send_counts);
  CollectiveGuard(comm).run(
      [&] { received.values.resize(static_cast<std::size_t>(detail::sum_of(received.counts))); });
  detail::exchange_elements(comm, send.data(), send_counts, received.values.data(), received.counts,
                            sizeof(T), limit);
  return received;
}
template <Transferable T>
Received<T> all_to_all_v(const Communicator& comm, const std::vector<T>& send,
                         std::span<const GlobalIndex> send_counts, PieceLimit limit = {}) {
  return all_to_all_v(comm, std::span<const T>(send), send_counts, limit);
}

// send [size * count]: count values for each rank, the same count everywhere. Returns [size * count] by
// sending rank. Collective.
template <Transferable T>
std::vector<T> all_to_all(const Communicator& comm, std::span<const T> send, PieceLimit limit = {}) {
  const auto size = static_cast<std::size_t>(comm.size());
  TRIREME_EXPECT(send.size() % size == 0);
  const std::vector<GlobalIndex> counts(size, static_cast<GlobalIndex>(send.size() / size));
  std::vector<T> received(send.size());
  detail::exchange_elements(comm, send.data(), counts, received.data(), counts, sizeof(T), limit);
  return received;
}

}  // namespace trireme::comm
