// SPDX-License-Identifier: Apache-2.0
// All ranks of a test.
#pragma once

#include "solvers/comm/communicator.hpp"

namespace trireme::dlrm {

inline const comm::Communicator& world() {
  static const comm::Communicator all(MPI_COMM_WORLD);
  return all;
}

}  // namespace trireme::dlrm
