// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/thread_count.hpp"

#include <atomic>

#include <omp.h>

#include "solvers/base/assert.hpp"
#include "solvers/threads/affinity_report.hpp"

namespace trireme::threads {
namespace {
std::atomic<int> sharing_ranks{1};
std::atomic<Oversubscription> assumed{Oversubscription::measured};
}  // namespace

int max_threads() {
  return omp_in_parallel() ? 1 : omp_get_max_threads();
}

bool oversubscribed() {
  switch (assumed.load(std::memory_order_relaxed)) {
    case Oversubscription::assume_no:
      return false;
    case Oversubscription::assume_yes:
      return true;
    case Oversubscription::measured:
      break;
  }
  const int threads = omp_in_parallel() ? omp_get_num_threads() : omp_get_max_threads();
  return threads * sharing_ranks.load(std::memory_order_relaxed) > allowed_cores();
}

void set_ranks_sharing_cores(int ranks) {
  TRIREME_EXPECT(ranks >= 1);
  sharing_ranks.store(ranks, std::memory_order_relaxed);
}

int ranks_sharing_cores() {
  return sharing_ranks.load(std::memory_order_relaxed);
}

void assume_oversubscription(Oversubscription answer) {
  assumed.store(answer, std::memory_order_relaxed);
}

ThreadCountScope::ThreadCountScope(int threads) : before_(omp_get_max_threads()) {
  TRIREME_EXPECT(threads >= 1);
  omp_set_num_threads(threads);
}

ThreadCountScope::~ThreadCountScope() {
  omp_set_num_threads(before_);
}

}  // namespace trireme::threads
