// SPDX-License-Identifier: Apache-2.0
// How fast this machine moves and computes numbers now, on the ranks and threads of the run: what kernels
// are held against. Called at the end of a run by reports of performance.
#pragma once

#include "solvers/comm/communicator.hpp"

namespace trireme::log {

// Of all ranks together.
struct MachineRates {
  double bytes_per_second = 0;  // triad a = b + s c of McCalpin's STREAM, 24 bytes an entry
  double flops_per_second = 0;  // independent multiply-adds in registers, two operations each
};

// The best of some passes, all ranks at once. entries: of each of the triad's arrays on all ranks together;
// 24 times as many bytes should exceed the caches. Takes a second at most and gives its memory back.
// Collective.
MachineRates measure_machine_rates(const comm::Communicator& comm, std::size_t entries = 8'000'000);

}  // namespace trireme::log
