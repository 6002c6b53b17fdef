// SPDX-License-Identifier: Apache-2.0
// Who computes which rows of a triangular factor, and for whom they wait. A task is a run of rows on one
// thread; a thread works through its tasks in order and, before each, waits until other threads have
// completed a given number of theirs. Called by the plan of the threaded ILU; run by task_runner.hpp.
//
// Tasks are rows of one dependency level where every thread waits for all others between levels. With
// point-to-point waits every thread keeps a part of the rows whose needs rarely cross to another, goes
// through it level by level, and in a level first through the rows that other threads need: what is handed
// over travels while both sides have other rows to work on.
//
// Source of waits and their transitive reduction: J. Park et al., ISC 2014, doi 10.1007/978-3-319-07518-1_8,
// sections 3.1 and 3.2. A row is always computed by one thread in one fixed order of operations, so results
// do not depend on the schedule.
#pragma once

#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/ilu/core/dependency_levels.hpp"

namespace trireme::ilu {

enum class ScheduleKind {
  serial,     // one thread, natural order
  levels,     // every thread waits for all others between levels
  p2p,        // a task waits only for what it needs and does not know to be done yet
  p2p_all,    // a task waits for every task of another thread that it needs; for measurements
  automatic,  // levels where one has so much work for every thread that a barrier is cheap, else p2p
};

struct Wait {
  int thread;       // until this thread
  LocalIndex done;  // has completed this many of its tasks
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::serial;  // never automatic
  int threads = 1;
  std::vector<LocalIndex> rows;          // [rows] order of storage: by thread, then by task
  std::vector<LocalIndex> thread_tasks;  // [threads + 1] tasks of each thread
  std::vector<LocalIndex> task_rows;     // [tasks + 1] where in `rows` a task's rows stand
  std::vector<LocalIndex> wait_offsets;  // [tasks + 1]
  std::vector<Wait> waits;               // what each task waits for
  GlobalIndex cross_thread_needs = 0;    // (row, needed row) pairs on two threads, which the waits stand for

  LocalIndex tasks() const { return static_cast<LocalIndex>(task_rows.size()) - 1; }
  LocalIndex tasks_of(int thread) const { return thread_tasks[thread + 1] - thread_tasks[thread]; }
};

// minimum_task_weight: handing over fewer blocks costs more than computing them. Levels are cut into no more
// tasks than have this many blocks each, a level too small to be cut belongs to thread 0; point-to-point, as
// many threads take part as a level of average size has work for. 0 and 1 cut always. Cost: one pass over the
// triangle plus tasks * threads steps and, while it runs, 4 bytes for each of these; serial.
Schedule make_schedule(ScheduleKind kind, const DependencyView& triangle, const DependencyLevels& levels,
                       int threads, LocalIndex minimum_task_weight);

}  // namespace trireme::ilu
