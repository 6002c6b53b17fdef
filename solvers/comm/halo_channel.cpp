// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/halo_channel.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "solvers/base/assert.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::comm {

static_assert(sizeof(LocalIndex) <= sizeof(int), "whole entries of one rank are counted by MPI's int");

HaloChannel::HaloChannel(const Communicator& comm, std::shared_ptr<const ExchangePlan> plan,
                         std::size_t entry_bytes)
    : comm_(comm), plan_(std::move(plan)), entry_bytes_(entry_bytes) {
  const int forward_tag = comm_.next_tag(), reverse_tag = comm_.next_tag();
  CollectiveGuard(comm_).run([&] { make_requests(forward_tag, reverse_tag); });
}

void HaloChannel::make_requests(int forward_tag, int reverse_tag) {
  TRIREME_VALIDATE(entry_bytes_ <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
                   ErrorKind::input,
                   "an entry of a halo message has " + std::to_string(entry_bytes_) + " bytes",
                   "MPI takes fewer than 2^31", "exchange smaller blocks");
  entry_type_.emplace(static_cast<std::int64_t>(entry_bytes_));
  interface_.resize(plan_->send_indices().size() * entry_bytes_);
  ghosts_.resize(static_cast<std::size_t>(plan_->n_ghost()) * entry_bytes_);

  const auto receive = [&](Requests& requests, std::vector<std::byte>& buffer, LocalIndex begin,
                           LocalIndex end, int rank, int tag) {
    if (begin == end) return;
    MPI_Recv_init(buffer.data() + static_cast<std::size_t>(begin) * entry_bytes_, end - begin,
                  entry_type_->handle(), rank, tag, comm_.handle(), requests.add());
    ++requests.receives;
  };
  const auto send = [&](Requests& requests, const std::vector<std::byte>& buffer, LocalIndex begin,
                        LocalIndex end, int rank, int tag) {
    if (begin == end) return;
    MPI_Send_init(buffer.data() + static_cast<std::size_t>(begin) * entry_bytes_, end - begin,
                  entry_type_->handle(), rank, tag, comm_.handle(), requests.add());
  };
  for (const Neighbour& n : plan_->neighbours()) {
    receive(forward_, ghosts_, n.receive_begin, n.receive_end, n.rank, forward_tag);
    receive(reverse_, interface_, n.send_begin, n.send_end, n.rank, reverse_tag);
  }
  for (const Neighbour& n : plan_->neighbours()) {
    send(forward_, interface_, n.send_begin, n.send_end, n.rank, forward_tag);
    send(reverse_, ghosts_, n.receive_begin, n.receive_end, n.rank, reverse_tag);
  }
  statuses_.resize(std::max(forward_.all.size(), reverse_.all.size()));
}

MPI_Request* HaloChannel::Requests::add() {
  return &all.emplace_back(MPI_REQUEST_NULL);
}

HaloChannel::Requests::~Requests() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized) return;
  for (MPI_Request& request : all) MPI_Request_free(&request);
}

HaloChannel::~HaloChannel() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) finish();
}

// Nothing of its own is in flight, so a rank's copies are made at once.
void HaloChannel::start_forward() {
  TRIREME_EXPECT(!in_flight());
  if (const auto& own = plan_->own_images()) {
    std::memcpy(ghosts_.data() + static_cast<std::size_t>(own->receive_begin) * entry_bytes_,
                interface_.data() + static_cast<std::size_t>(own->send_begin) * entry_bytes_,
                static_cast<std::size_t>(own->send_end - own->send_begin) * entry_bytes_);
  }
  start(forward_);
}

void HaloChannel::start_reverse() {
  TRIREME_EXPECT(!in_flight());
  if (const auto& own = plan_->own_images()) {
    std::memcpy(interface_.data() + static_cast<std::size_t>(own->send_begin) * entry_bytes_,
                ghosts_.data() + static_cast<std::size_t>(own->receive_begin) * entry_bytes_,
                static_cast<std::size_t>(own->send_end - own->send_begin) * entry_bytes_);
  }
  start(reverse_);
}

void HaloChannel::start(Requests& requests) {
  in_flight_ = &requests;
  if (requests.all.empty()) return;  // Open MPI takes a null pointer for an error, even with no requests
  MPI_Startall(static_cast<int>(requests.all.size()), requests.all.data());
}

void HaloChannel::finish() {
  if (!in_flight()) return;
  Requests& requests = *in_flight_;
  in_flight_ = nullptr;
  MPI_Waitall(static_cast<int>(requests.all.size()), requests.all.data(), statuses_.data());
  for (std::size_t k = 0; k < requests.receives; ++k) {
    int entries = 0;
    MPI_Get_count(&statuses_[k], entry_type_->handle(), &entries);
    ++received_.messages;
    received_.bytes += entries * static_cast<GlobalIndex>(entry_bytes_);
  }
}

}  // namespace trireme::comm
