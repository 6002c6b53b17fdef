// SPDX-License-Identifier: Apache-2.0
// An all-to-all in flight, for counts that every rank knows beforehand: started, pushed on by test() between
// pieces of other work, and finished. Called where values travel while the caller computes, as in the
// training of recommendation models. One message (or pieces) for each pair of ranks that has values.
#pragma once

#include <span>
#include <vector>

#include "solvers/comm/alltoall.hpp"

namespace trireme::comm {

class PendingAllToAll {
 public:
  // Nothing in flight.
  PendingAllToAll() = default;

  // send: grouped by receiving rank, send_counts [size]; receive: by sending rank, receive_counts [size],
  // which are the senders' counts for this rank. Both stay where they are, and unchanged, until finish().
  // Collective in order: all ranks start their exchanges on a communicator in the same order. The own part is
  // copied at once. One exchange an object at a time.
  template <Transferable T>
  void start(const Communicator& comm, std::span<const T> send, std::span<const GlobalIndex> send_counts,
             std::span<T> receive, std::span<const GlobalIndex> receive_counts, PieceLimit limit = {}) {
    TRIREME_EXPECT(detail::sum_of(send_counts) <= static_cast<GlobalIndex>(send.size()));
    TRIREME_EXPECT(detail::sum_of(receive_counts) <= static_cast<GlobalIndex>(receive.size()));
    start_elements(comm, send.data(), send_counts, receive.data(), receive_counts, sizeof(T), limit);
  }

  PendingAllToAll(PendingAllToAll&&) = default;
  PendingAllToAll& operator=(PendingAllToAll&&) = default;
  // Waits for what is in flight.
  ~PendingAllToAll() { finish(); }

  // Lets MPI work; true once everything has arrived and left. Main thread only.
  bool test();
  void finish();

  // Bytes that this object has sent to other ranks so far.
  std::int64_t bytes_sent() const { return bytes_sent_; }

 private:
  void start_elements(const Communicator& comm, const void* send, std::span<const GlobalIndex> send_counts,
                      void* receive, std::span<const GlobalIndex> receive_counts, std::int64_t element_bytes,
                      PieceLimit limit);

  std::vector<MPI_Request> requests_;
  std::int64_t bytes_sent_ = 0;
};

}  // namespace trireme::comm
