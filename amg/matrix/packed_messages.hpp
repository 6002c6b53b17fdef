// SPDX-License-Identifier: Apache-2.0
// One message for each rank, packed from arrays of several types, and read back in the same order. Called
// wherever rows of a matrix travel: fetched rows of interpolation, contributions to coarse rows, transposes.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "solvers/base/assert.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/datatype.hpp"

namespace trireme::amg {

class PackedMessage {
 public:
  template <comm::Transferable T>
  void put(const T& value) {
    put_bytes(&value, sizeof(T));
  }
  // Its length does not travel with it.
  template <comm::Transferable T>
  void put(std::span<const T> values) {
    put_bytes(values.data(), values.size_bytes());
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  void put_bytes(const void* from, std::size_t count) {
    if (count == 0) return;
    const std::size_t end = bytes_.size();
    bytes_.resize(end + count);
    std::memcpy(bytes_.data() + end, from, count);
  }
  std::vector<std::byte> bytes_;
};

class MessageReader {
 public:
  MessageReader() = default;
  explicit MessageReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  bool at_end() const noexcept { return bytes_.empty(); }
  std::size_t remaining() const noexcept { return bytes_.size(); }

  template <comm::Transferable T>
  T take() {
    T value;
    take_bytes(&value, sizeof(T));
    return value;
  }
  template <comm::Transferable T>
  void take(std::span<T> values) {
    take_bytes(values.data(), values.size_bytes());
  }

 private:
  void take_bytes(void* to, std::size_t count) {
    TRIREME_EXPECT(count <= bytes_.size());
    if (count == 0) return;
    std::memcpy(to, bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
  }
  std::span<const std::byte> bytes_;
};

// What all ranks sent to this one. Immutable; the readers it gives live as long as it does.
class ReceivedMessages {
 public:
  ReceivedMessages(std::vector<std::byte> bytes, std::vector<std::size_t> begin)
      : bytes_(std::move(bytes)), begin_(std::move(begin)) {}
  int n_ranks() const noexcept { return static_cast<int>(begin_.size()) - 1; }
  MessageReader from(int rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return MessageReader(std::span(bytes_).subspan(begin_[r], begin_[r + 1] - begin_[r]));
  }

 private:
  std::vector<std::byte> bytes_;
  std::vector<std::size_t> begin_;  // [ranks + 1]
};

// messages [ranks]: an empty one is not sent. Collective. Cost: an all-to-all of counts, then one message for
// each pair that has one.
ReceivedMessages exchange_messages(const comm::Communicator& comm, std::span<const PackedMessage> messages);

}  // namespace trireme::amg
