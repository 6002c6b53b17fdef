// SPDX-License-Identifier: Apache-2.0
// Where the threads of this rank run and which cores they may use: the rank/thread/core table of --verbose
// and of run records, and the measure behind oversubscribed(). Linux only (sched_getaffinity). Local to the
// rank.
#pragma once

#include <vector>

namespace trireme::threads {

struct ThreadPlace {
  int thread;
  int cpu;  // the logical cpu it was seen on
};

// One entry a thread, ascending by thread. Opens a parallel region.
std::vector<ThreadPlace> thread_places();

// Logical cpus on which at least one of this rank's threads may run, ascending. With OpenMP binding each
// thread has its own mask, hence the union. Opens a parallel region.
std::vector<int> allowed_cpus();

// Size of allowed_cpus(), measured once for each thread count; at least 1. Inside a parallel region: as last
// measured, or the calling thread's own mask.
int allowed_cores();

}  // namespace trireme::threads
