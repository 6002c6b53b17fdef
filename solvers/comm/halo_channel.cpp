// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/halo_channel.hpp"

#include <algorithm>
#include <limits>

#include "solvers/base/assert.hpp"

namespace trireme::comm {

HaloChannel::HaloChannel(const Communicator& comm, std::shared_ptr<const ExchangePlan> plan,
                         std::size_t entry_bytes)
    : comm_(comm),
      plan_(std::move(plan)),
      interface_(plan_->send_indices().size() * entry_bytes),
      ghosts_(static_cast<std::size_t>(plan_->n_ghost()) * entry_bytes) {
  const int forward_tag = comm_.next_tag(), reverse_tag = comm_.next_tag();
  struct Part {
    std::byte* data;
    int bytes;
  };
  const auto part = [&](std::vector<std::byte>& buffer, LocalIndex begin, LocalIndex end) {
    const std::size_t bytes = static_cast<std::size_t>(end - begin) * entry_bytes;
    TRIREME_VALIDATE(bytes <= static_cast<std::size_t>(std::numeric_limits<int>::max()), ErrorKind::input,
                     "a halo message is larger than 2 GiB", "MPI counts are 32-bit", "use more ranks");
    return Part{buffer.data() + static_cast<std::size_t>(begin) * entry_bytes, static_cast<int>(bytes)};
  };
  const auto receive = [&](Requests& requests, Part p, int rank, int tag) {
    if (p.bytes == 0) return;
    MPI_Recv_init(p.data, p.bytes, MPI_BYTE, rank, tag, comm_.handle(), &requests.all.emplace_back());
    ++requests.receives;
  };
  const auto send = [&](Requests& requests, Part p, int rank, int tag) {
    if (p.bytes == 0) return;
    MPI_Send_init(p.data, p.bytes, MPI_BYTE, rank, tag, comm_.handle(), &requests.all.emplace_back());
  };
  for (const Neighbour& n : plan_->neighbours()) {
    receive(forward_, part(ghosts_, n.receive_begin, n.receive_end), n.rank, forward_tag);
    receive(reverse_, part(interface_, n.send_begin, n.send_end), n.rank, reverse_tag);
  }
  for (const Neighbour& n : plan_->neighbours()) {
    send(forward_, part(interface_, n.send_begin, n.send_end), n.rank, forward_tag);
    send(reverse_, part(ghosts_, n.receive_begin, n.receive_end), n.rank, reverse_tag);
  }
  statuses_.resize(std::max(forward_.all.size(), reverse_.all.size()));
}

HaloChannel::~HaloChannel() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized) return;
  finish();
  for (Requests* requests : {&forward_, &reverse_})
    for (MPI_Request& request : requests->all) MPI_Request_free(&request);
}

void HaloChannel::start(Requests& requests) {
  TRIREME_EXPECT(!in_flight());
  in_flight_ = &requests;
  MPI_Startall(static_cast<int>(requests.all.size()), requests.all.data());
}

void HaloChannel::finish() {
  if (!in_flight()) return;
  Requests& requests = *in_flight_;
  in_flight_ = nullptr;
  MPI_Waitall(static_cast<int>(requests.all.size()), requests.all.data(), statuses_.data());
  for (std::size_t k = 0; k < requests.receives; ++k) {
    int bytes = 0;
    MPI_Get_count(&statuses_[k], MPI_BYTE, &bytes);
    ++received_.messages;
    received_.bytes += bytes;
  }
}

}  // namespace trireme::comm
