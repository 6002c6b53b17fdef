// SPDX-License-Identifier: Apache-2.0
// Brings ghost values up to date, or adds ghost contributions to their owners, while the caller computes on
// what needs neither:
//   auto pending = halo.start(x);  interior(x);  pending.finish();  boundary(x);
// Called by every matrix product, gradient and residual. One message per neighbour, persistent requests.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <utility>

#include "solvers/base/assert.hpp"
#include "solvers/comm/datatype.hpp"
#include "solvers/comm/exchange_plan.hpp"
#include "solvers/comm/halo_channel.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::comm {

// T: any trivially copyable value; adding needs +=. Entries are blocks of block_size values, interlaced.
// One exchange at a time per object: give two fields that travel together one object each, or one block.
template <Transferable T>
class HaloExchange {
  struct State;

 public:
  // An exchange in flight: ghosts are written by finish(), so until then they may be neither read nor
  // written; owned values are free. The destructor finishes too, but when an exception unwinds the stack it
  // only waits for the messages, which the neighbours have sent or will send, and leaves the values alone:
  // they may be gone already.
  class [[nodiscard]] Pending {
   public:
    Pending(Pending&& other) noexcept = default;
    Pending& operator=(Pending&&) = delete;
    ~Pending();
    // Waits, then writes the ghosts. No-op the second time.
    void finish();

   private:
    friend class HaloExchange;
    Pending(std::shared_ptr<State> state, std::span<T> ghosts) : state_(std::move(state)), ghosts_(ghosts) {}
    std::shared_ptr<State> state_;
    std::span<T> ghosts_;
    int exceptions_at_start_ = std::uncaught_exceptions();
  };

  // The same for a reverse exchange: finish() adds to the owned values as they are by then; ghosts are free.
  class [[nodiscard]] PendingAdd {
   public:
    PendingAdd(PendingAdd&& other) noexcept = default;
    PendingAdd& operator=(PendingAdd&&) = delete;
    ~PendingAdd();
    // Waits, then adds what the neighbours sent: lower ranks first, so that sums have the same bits in every
    // run.
    void finish();

   private:
    friend class HaloExchange;
    PendingAdd(std::shared_ptr<State> state, std::span<T> owned) : state_(std::move(state)), owned_(owned) {}
    std::shared_ptr<State> state_;
    std::span<T> owned_;
    int exceptions_at_start_ = std::uncaught_exceptions();
  };

  // Collective: all ranks construct their exchanges in the same order, and all throw if one of them has no
  // memory for it. No values are sent. Memory: one copy of the interface values and of the ghosts.
  HaloExchange(const Communicator& comm, std::shared_ptr<const ExchangePlan> plan, int block_size)
      : state_(std::make_shared<State>(comm, std::move(plan), block_size)) {}

  // Forward. values [(n_owned + n_ghost) * block_size]. Collective over neighbours.
  Pending start(std::span<T> values);
  // Forward, where ghosts are stored apart. owned [n_owned * block_size], ghosts [n_ghost * block_size].
  Pending start(std::span<const T> owned, std::span<T> ghosts);

  // Reverse: adds the ghosts' values to those of their owners. The ghosts keep theirs.
  PendingAdd start_reverse_add(std::span<T> values);
  PendingAdd start_reverse_add(std::span<T> owned, std::span<const T> ghosts);

  const ExchangePlan& plan() const noexcept { return state_->channel.plan(); }
  int block_size() const noexcept { return state_->block_size; }
  // What has arrived so far, counted by MPI.
  const Traffic& received() const noexcept { return state_->channel.received(); }

 private:
  struct State {
    State(const Communicator& comm, std::shared_ptr<const ExchangePlan> plan, int block)
        : channel(comm, std::move(plan), sizeof(T) * static_cast<std::size_t>(block)), block_size(block) {}
    T* interface_values() { return reinterpret_cast<T*>(channel.interface_buffer()); }
    T* ghost_values() { return reinterpret_cast<T*>(channel.ghost_buffer()); }
    std::size_t values_in(LocalIndex entries) const { return static_cast<std::size_t>(entries) * width(); }
    std::size_t width() const { return static_cast<std::size_t>(block_size); }
    HaloChannel channel;
    int block_size;
  };
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__,
                "buffers are aligned as operator new aligns them");

  std::shared_ptr<State> state_;
};

template <Transferable T>
auto HaloExchange<T>::start(std::span<T> values) -> Pending {
  TRIREME_EXPECT(values.size() == state_->values_in(plan().n_local()));
  const std::size_t owned = state_->values_in(plan().n_owned());
  return start(values.first(owned), values.subspan(owned));
}

template <Transferable T>
auto HaloExchange<T>::start(std::span<const T> owned, std::span<T> ghosts) -> Pending {
  State& state = *state_;
  TRIREME_EXPECT(owned.size() == state.values_in(plan().n_owned()));
  TRIREME_EXPECT(ghosts.size() == state.values_in(plan().n_ghost()));
  TRIREME_EXPECT(!state.channel.in_flight());
  const auto indices = plan().send_indices();
  const std::size_t width = state.width();
  T* const packed = state.interface_values();
  const auto pack = [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      std::copy_n(owned.data() + static_cast<std::size_t>(indices[k]) * width, width, packed + k * width);
  };
  // A parallel region costs as much as copying some 30 kB.
  if (indices.size() * width * sizeof(T) < 65536)
    pack(0, indices.size());
  else
    threads::parallel_for_range(indices.size(), pack);
  state.channel.start_forward();
  return Pending(state_, ghosts);
}

template <Transferable T>
auto HaloExchange<T>::start_reverse_add(std::span<T> values) -> PendingAdd {
  TRIREME_EXPECT(values.size() == state_->values_in(plan().n_local()));
  const std::size_t owned = state_->values_in(plan().n_owned());
  return start_reverse_add(values.first(owned), values.subspan(owned));
}

template <Transferable T>
auto HaloExchange<T>::start_reverse_add(std::span<T> owned, std::span<const T> ghosts) -> PendingAdd {
  State& state = *state_;
  TRIREME_EXPECT(owned.size() == state.values_in(plan().n_owned()));
  TRIREME_EXPECT(ghosts.size() == state.values_in(plan().n_ghost()));
  TRIREME_EXPECT(!state.channel.in_flight());
  std::copy(ghosts.begin(), ghosts.end(), state.ghost_values());
  state.channel.start_reverse();
  return PendingAdd(state_, owned);
}

template <Transferable T>
void HaloExchange<T>::Pending::finish() {
  if (const auto state = std::exchange(state_, nullptr)) {
    state->channel.finish();
    std::copy_n(state->ghost_values(), ghosts_.size(), ghosts_.data());
  }
}

template <Transferable T>
HaloExchange<T>::Pending::~Pending() {
  if (state_ && std::uncaught_exceptions() > exceptions_at_start_)
    state_->channel.finish();
  else
    finish();
}

template <Transferable T>
void HaloExchange<T>::PendingAdd::finish() {
  if (const auto state = std::exchange(state_, nullptr)) {
    state->channel.finish();
    const auto indices = state->channel.plan().send_indices();
    const std::size_t width = state->width();
    const T* received = state->interface_values();
    for (const LocalIndex owned : indices)
      for (std::size_t k = 0; k < width; ++k)
        owned_[static_cast<std::size_t>(owned) * width + k] += *received++;
  }
}

template <Transferable T>
HaloExchange<T>::PendingAdd::~PendingAdd() {
  if (state_ && std::uncaught_exceptions() > exceptions_at_start_)
    state_->channel.finish();
  else
    finish();
}

}  // namespace trireme::comm
