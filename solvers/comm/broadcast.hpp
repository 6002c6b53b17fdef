// SPDX-License-Identifier: Apache-2.0
// One rank's values given to all. All collective. The size travels too, so receivers need not know it.
#pragma once

#include <string>
#include <vector>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/datatype.hpp"
#include "solvers/comm/piece_limit.hpp"

namespace trireme::comm {

namespace detail {
void broadcast_elements(const Communicator& comm, void* data, std::int64_t count, std::int64_t element_bytes,
                        int root, PieceLimit limit);
}

template <Transferable T>
void broadcast_value(const Communicator& comm, T& value, int root = 0) {
  detail::broadcast_elements(comm, &value, 1, sizeof(T), root, {});
}

// values: replaced on the other ranks.
template <Transferable T>
void broadcast(const Communicator& comm, std::vector<T>& values, int root = 0, PieceLimit limit = {}) {
  auto count = static_cast<std::int64_t>(values.size());
  broadcast_value(comm, count, root);
  if (comm.rank() != root) values = std::vector<T>(static_cast<std::size_t>(count));
  detail::broadcast_elements(comm, values.data(), count, sizeof(T), root, limit);
}

inline void broadcast(const Communicator& comm, std::string& text, int root = 0) {
  auto count = static_cast<std::int64_t>(text.size());
  broadcast_value(comm, count, root);
  text.resize(static_cast<std::size_t>(count));
  detail::broadcast_elements(comm, text.data(), count, 1, root, {});
}

}  // namespace trireme::comm
