// SPDX-License-Identifier: Apache-2.0
// Work that one rank does for all, such as looking at a file: if it throws there, every rank throws the same.
// Called around set-up and I/O; for work of all ranks see collective_guard.hpp.
#pragma once

#include <string>
#include <utility>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::comm {

// Runs phase() on the root only. When it throws, all ranks throw an AgreedError of the same kind and text;
// the text does not name a rank, since no other could have failed. Collective. Cost: a small broadcast.
template <class F>
void run_on_root(const Communicator& comm, F&& phase) {
  int kind = 0;  // no ErrorKind is 0
  std::string text;
  if (comm.is_root()) {
    try {
      CollectiveGuard(Communicator::self()).run(std::forward<F>(phase));
    } catch (const AgreedError& error) {
      kind = static_cast<int>(error.kind());
      text = error.what();
    }
  }
  broadcast_value(comm, kind);
  if (kind == 0) return;
  broadcast(comm, text);
  throw AgreedError(static_cast<ErrorKind>(kind), std::move(text), comm.handle());
}

}  // namespace trireme::comm
