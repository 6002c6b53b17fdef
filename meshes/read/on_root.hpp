// SPDX-License-Identifier: Apache-2.0
// Runs a step that only rank 0 can take, such as reading a foreign file, so that its failure is every rank's
// and reads the same everywhere. Called by partition/load_flow_mesh, read/own_hdf5 and trireme-mesh.
#pragma once

#include <exception>
#include <string>

#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

// Collective. step() is local to rank 0. If it throws, every rank throws an Error with its kind (internal for
// what is no Error) and its text.
template <class F>
void on_root(const comm::Communicator& comm, F&& step) {
  int kind = 0;
  std::string text;
  if (comm.is_root()) {
    try {
      step();
    } catch (const Error& error) {
      kind = static_cast<int>(error.kind());
      text = error.what();
    } catch (const std::exception& error) {
      kind = static_cast<int>(ErrorKind::internal);
      text = error.what();
    }
  }
  comm::broadcast_value(comm, kind);
  if (kind == 0) return;
  comm::broadcast(comm, text);
  throw Error(static_cast<ErrorKind>(kind), text);
}

}  // namespace trireme::mesh
