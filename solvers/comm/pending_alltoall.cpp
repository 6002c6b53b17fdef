// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/pending_alltoall.hpp"

namespace trireme::comm {

void PendingAllToAll::start_elements(const Communicator& comm, const void* send,
                                     std::span<const GlobalIndex> send_counts, void* receive,
                                     std::span<const GlobalIndex> receive_counts, std::int64_t element_bytes,
                                     PieceLimit limit) {
  TRIREME_EXPECT(requests_.empty());
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) bytes_sent_ += send_counts[static_cast<std::size_t>(rank)] * element_bytes;
  detail::start_exchange(comm, send, send_counts, receive, receive_counts, element_bytes, limit, requests_);
}

bool PendingAllToAll::test() {
  if (requests_.empty()) return true;
  int done = 0;
  MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
  if (done) requests_.clear();
  return done != 0;
}

void PendingAllToAll::finish() {
  if (requests_.empty()) return;
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
}

}  // namespace trireme::comm
