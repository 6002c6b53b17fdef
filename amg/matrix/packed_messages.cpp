// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/packed_messages.hpp"

#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {

ReceivedMessages exchange_messages(const comm::Communicator& comm, std::span<const PackedMessage> messages) {
  TRIREME_EXPECT(static_cast<int>(messages.size()) == comm.size());
  const comm::CollectiveGuard guard(comm);
  std::vector<std::byte> send;
  std::vector<GlobalIndex> counts;
  guard.run([&] {
    for (const PackedMessage& message : messages) {
      send.insert(send.end(), message.bytes().begin(), message.bytes().end());
      counts.push_back(static_cast<GlobalIndex>(message.bytes().size()));
    }
  });
  auto received = comm::all_to_all_v(comm, send, counts);
  std::vector<std::size_t> begin{0};
  for (const GlobalIndex count : received.counts)
    begin.push_back(begin.back() + static_cast<std::size_t>(count));
  return {std::move(received.values), std::move(begin)};
}

}  // namespace trireme::amg
