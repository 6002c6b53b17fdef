// SPDX-License-Identifier: Apache-2.0
// The messages of a halo exchange, as bytes: buffers and persistent requests, one per neighbour and
// direction, set up once; what a rank has for itself is copied from buffer to buffer. HaloExchange, its only
// caller, packs and unpacks typed values.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/datatype.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::comm {

// Messages and bytes that arrived at this rank, as MPI reports them.
struct Traffic {
  GlobalIndex messages = 0;
  GlobalIndex bytes = 0;
};

class HaloChannel {
 public:
  // entry_bytes: of one entry (value size times block size). Messages count whole entries, of which a plan's
  // indices allow up to 2^31 - 1 in one message whatever their size. Throws on every rank if one of them has
  // no memory for the buffers (internal) or is given entries of 2^31 bytes or more (input). Collective.
  // Cost: one small all-reduce.
  HaloChannel(const Communicator& comm, std::shared_ptr<const ExchangePlan> plan, std::size_t entry_bytes);
  // Waits for messages in flight.
  ~HaloChannel();
  HaloChannel(const HaloChannel&) = delete;
  HaloChannel& operator=(const HaloChannel&) = delete;

  const ExchangePlan& plan() const noexcept { return *plan_; }

  // Entries of owned values, in the order of plan().send_indices(): sent forward, received in reverse.
  std::byte* interface_buffer() noexcept { return interface_.data(); }
  // Entries of ghosts: received forward, sent in reverse.
  std::byte* ghost_buffer() noexcept { return ghosts_.data(); }

  // Buffers belong to MPI between start and finish. One exchange at a time; one of each pair of ranks'
  // direction.
  void start_forward();
  void start_reverse();
  // Waits for the exchange in flight, if any.
  void finish();
  bool in_flight() const noexcept { return in_flight_ != nullptr; }

  const Traffic& received() const noexcept { return received_; }

 private:
  // Persistent requests, freed with the object.
  struct Requests {
    Requests() = default;
    ~Requests();
    Requests(const Requests&) = delete;
    Requests& operator=(const Requests&) = delete;
    MPI_Request* add();
    std::vector<MPI_Request> all;  // receives first
    std::size_t receives = 0;
  };
  void make_requests(int forward_tag, int reverse_tag);
  void start(Requests& requests);

  Communicator comm_;
  std::shared_ptr<const ExchangePlan> plan_;
  std::size_t entry_bytes_;
  std::optional<EntryDatatype> entry_type_;
  // Requests are declared after what they refer to, so that they go first.
  std::vector<std::byte> interface_, ghosts_;
  Requests forward_, reverse_;
  Requests* in_flight_ = nullptr;
  std::vector<MPI_Status> statuses_;
  Traffic received_;
};

}  // namespace trireme::comm
