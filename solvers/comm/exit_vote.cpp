// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/exit_vote.hpp"

#include <chrono>
#include <memory>
#include <thread>

namespace trireme::comm {

std::optional<std::vector<ExitVote>> gather_exit_votes(const Communicator& comm, ExitVote mine,
                                                       double patience_seconds) {
  // On the heap and released only on completion: after a time-out MPI may still write here.
  struct Buffers {
    ExitVote mine;
    std::vector<ExitVote> all;
  };
  auto buffers = std::make_unique<Buffers>();
  buffers->mine = mine;
  buffers->all.resize(static_cast<std::size_t>(comm.size()));
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&buffers->mine, 2, MPI_DOUBLE, buffers->all.data(), 2, MPI_DOUBLE, comm.handle(), &request);

  const auto start = std::chrono::steady_clock::now();
  auto nap = std::chrono::microseconds(10);
  for (;;) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return std::move(buffers->all);
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (waited.count() > patience_seconds) {
      static_cast<void>(buffers.release());
      return std::nullopt;
    }
    std::this_thread::sleep_for(nap);
    if (nap < std::chrono::milliseconds(5)) nap *= 2;
  }
}

}  // namespace trireme::comm
