// SPDX-License-Identifier: Apache-2.0
// Wall time of a phase of all ranks, between barriers as the AMG benchmarks measure it.
#pragma once

#include <chrono>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {

// Seconds of the slowest rank, the same on every rank. Collective.
template <class F>
double timed(const comm::Communicator& comm, F&& phase) {
  comm.barrier();
  const auto start = std::chrono::steady_clock::now();
  phase();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return comm::all_max(comm, elapsed.count());
}

}  // namespace trireme::amg
