// SPDX-License-Identifier: Apache-2.0
// Runs a schedule's tasks inside a parallel region with point-to-point synchronisation: each thread publishes
// how many tasks it has completed (release), others wait for that number (acquire). Called by the
// factorization and by the triangular solves.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/ilu/core/schedule.hpp"
#include "solvers/threads/spin_wait.hpp"

namespace trireme::ilu {

class TaskProgress {
 public:
  explicit TaskProgress(int threads)
      : threads_(threads),
        done_(std::make_unique<Counter[]>(threads)),
        seen_stride_((threads + line - 1) / line * line + line),
        seen_(static_cast<std::size_t>(threads) * seen_stride_, 0) {}

  // Only outside the parallel region that uses the counters.
  void reset() {
    for (int t = 0; t < threads_; ++t) done_[t].tasks.store(0, std::memory_order_relaxed);
    std::fill(seen_.begin(), seen_.end(), 0);
  }
  void publish(int thread, LocalIndex tasks) { done_[thread].tasks.store(tasks, std::memory_order_release); }
  // Called by thread `reader` only. What it saw last spares it the counter's cache line, which the other
  // thread writes all the time.
  void wait_for(int reader, int thread, LocalIndex tasks) {
    LocalIndex& seen = seen_[static_cast<std::size_t>(reader) * seen_stride_ + thread];
    if (seen >= tasks) return;
    threads::SpinWait wait;
    while ((seen = done_[thread].tasks.load(std::memory_order_acquire)) < tasks) wait.pause();
  }

 private:
  // One cache line each (two, since pairs of lines are fetched together), or neighbours slow each other down.
  struct alignas(128) Counter {
    std::atomic<LocalIndex> tasks{0};
  };
  static constexpr int line = 128 / sizeof(LocalIndex);
  int threads_;
  std::unique_ptr<Counter[]> done_;
  int seen_stride_;
  std::vector<LocalIndex> seen_;  // [threads, seen_stride]; a line between the rows keeps readers apart
};

// The share of `thread`: rows(begin, end) for each of its tasks, positions in Schedule::rows. `rows` must not
// throw.
template <class Rows>
void run_tasks(const Schedule& schedule, TaskProgress& progress, int thread, Rows&& rows) {
  const LocalIndex first = schedule.thread_tasks[thread];
  for (LocalIndex task = first; task < schedule.thread_tasks[thread + 1]; ++task) {
    for (LocalIndex w = schedule.wait_offsets[task]; w < schedule.wait_offsets[task + 1]; ++w)
      progress.wait_for(thread, schedule.waits[w].thread, schedule.waits[w].done);
    rows(schedule.task_rows[task], schedule.task_rows[task + 1]);
    progress.publish(thread, task - first + 1);
  }
}

// Returns when every thread has run all its tasks.
inline void wait_for_all(const Schedule& schedule, TaskProgress& progress, int thread) {
  for (int t = 0; t < schedule.threads; ++t)
    if (t != thread) progress.wait_for(thread, t, schedule.tasks_of(t));
}

}  // namespace trireme::ilu
