// SPDX-License-Identifier: Apache-2.0
// Runs something once for each thread of a schedule, on that thread where possible. Called where factor
// memory is first touched.
#pragma once

#include "solvers/ilu/core/schedule.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::ilu {

// f(thread) for thread = 0 .. schedule.threads-1. When a region has another number of threads than the
// schedule (the count was changed in between), all run on the calling thread: same result, other memory
// placement.
template <class F>
void on_schedule_threads(const Schedule& schedule, F&& f) {
  if (schedule.threads == 1) {
    f(0);
    return;
  }
  threads::parallel_region([&](int thread, int n_threads) {
    if (n_threads == schedule.threads) {
      f(thread);
    } else if (thread == 0) {
      for (int t = 0; t < schedule.threads; ++t) f(t);
    }
  });
}

}  // namespace trireme::ilu
