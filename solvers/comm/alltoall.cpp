// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/alltoall.hpp"

#include <cstring>
#include <numeric>

namespace trireme::comm::detail {

GlobalIndex sum_of(std::span<const GlobalIndex> counts) {
  return std::accumulate(counts.begin(), counts.end(), GlobalIndex{0});
}

std::vector<GlobalIndex> exchange_counts(const Communicator& comm, std::span<const GlobalIndex> send_counts) {
  TRIREME_EXPECT(static_cast<int>(send_counts.size()) == comm.size());
  std::vector<GlobalIndex> receive_counts(send_counts.size());
  MPI_Alltoall(send_counts.data(), 1, MPI_INT64_T, receive_counts.data(), 1, MPI_INT64_T, comm.handle());
  return receive_counts;
}

void start_exchange(const Communicator& comm, const void* send, std::span<const GlobalIndex> send_counts,
                    void* receive, std::span<const GlobalIndex> receive_counts, std::int64_t element_bytes,
                    PieceLimit limit, std::vector<MPI_Request>& requests) {
  const EntryDatatype type(element_bytes);
  const int tag = comm.next_tag();
  const auto* const from = static_cast<const char*>(send);
  auto* const to = static_cast<char*>(receive);

  // Pieces of one pair of ranks share the tag: MPI keeps their order.
  std::int64_t begin = 0;
  for (int rank = 0; rank < comm.size(); ++rank) {
    const std::int64_t count = receive_counts[static_cast<std::size_t>(rank)];
    if (rank != comm.rank())
      for_each_piece(count, element_bytes, limit, [&](std::int64_t first, int n) {
        MPI_Irecv(to + (begin + first) * element_bytes, n, type.handle(), rank, tag, comm.handle(),
                  &requests.emplace_back());
      });
    begin += count;
  }
  begin = 0;
  std::int64_t own_begin = 0;
  for (int rank = 0; rank < comm.size(); ++rank) {
    const std::int64_t count = send_counts[static_cast<std::size_t>(rank)];
    if (rank == comm.rank()) own_begin = begin;
    if (rank != comm.rank())
      for_each_piece(count, element_bytes, limit, [&](std::int64_t first, int n) {
        MPI_Isend(from + (begin + first) * element_bytes, n, type.handle(), rank, tag, comm.handle(),
                  &requests.emplace_back());
      });
    begin += count;
  }
  const auto me = static_cast<std::size_t>(comm.rank());
  if (send_counts[me] > 0)
    std::memcpy(to + sum_of(receive_counts.first(me)) * element_bytes, from + own_begin * element_bytes,
                static_cast<std::size_t>(send_counts[me] * element_bytes));
}

void exchange_elements(const Communicator& comm, const void* send, std::span<const GlobalIndex> send_counts,
                       void* receive, std::span<const GlobalIndex> receive_counts, std::int64_t element_bytes,
                       PieceLimit limit) {
  std::vector<MPI_Request> requests;
  start_exchange(comm, send, send_counts, receive, receive_counts, element_bytes, limit, requests);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace trireme::comm::detail
