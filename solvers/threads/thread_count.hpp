// SPDX-License-Identifier: Apache-2.0
// How many threads a parallel region gets, and whether they have cores of their own. Order-dependent kernels
// ask oversubscribed() and then run their serial order, which gives the same bits without waiting for
// sleeping threads. All functions are local to the rank.
#pragma once

namespace trireme::threads {

// Threads that the next parallel region of this thread will use: OMP_NUM_THREADS, or what ThreadCountScope
// asked for. 1 inside a parallel region, since regions do not nest.
int max_threads();

// Whether the threads of all ranks that share this rank's allowed cores outnumber those cores.
// Cost: a few loads after the first call for a thread count; the first call opens a parallel region.
bool oversubscribed();

// Tells this layer, which knows no MPI, how many ranks (this one included) may run on this rank's allowed
// cores. Called by comm::share_cores(). Initially 1.
void set_ranks_sharing_cores(int ranks);
int ranks_sharing_cores();

// What oversubscribed() answers: measured, or a fixed answer for tests that want both paths on any machine.
enum class Oversubscription { measured, assume_no, assume_yes };
void assume_oversubscription(Oversubscription answer);

// Sets the number of threads for its lifetime, then restores what was before. threads >= 1.
class ThreadCountScope {
 public:
  explicit ThreadCountScope(int threads);
  ~ThreadCountScope();
  ThreadCountScope(const ThreadCountScope&) = delete;
  ThreadCountScope& operator=(const ThreadCountScope&) = delete;

 private:
  int before_;
};

}  // namespace trireme::threads
