// SPDX-License-Identifier: Apache-2.0
// Times the steps of a set-up into the counters of SetupTimes. Called by build_hierarchy and by refills.
#pragma once

#include <chrono>

namespace trireme::amg {

// Returns what step() returns, and adds the seconds it takes.
template <class F>
auto timed(double& seconds, F&& step) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto result = step();
  seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace trireme::amg
