// SPDX-License-Identifier: Apache-2.0
// The parallel loops of the project: everything outside kernels/ folders that runs on several threads goes
// through these. Which thread runs an index depends on the thread count; results must not: write to disjoint
// places here, sum with fixed_chunk_reduce.hpp.
//
// Exceptions of the body are captured and thrown on the calling thread after the region, that of the lowest
// thread first. A body whose threads wait for one another must not throw between its waits. Called inside a
// parallel region, the loop runs on the calling thread alone. Local to the rank. A region costs a few
// microseconds.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include <omp.h>

#include "solvers/base/types.hpp"
#include "solvers/threads/exception_capture.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::threads {

template <std::integral Index>
struct IndexRange {
  Index begin, end;
};

// The contiguous share of [0, n) that thread `thread` of `n_threads` runs; shares differ by at most one
// index. First touch and later loops agree on it. Written so that no product overflows.
template <std::integral Index>
constexpr IndexRange<Index> thread_range(Index n, int thread, int n_threads) {
  const Index share = n / static_cast<Index>(n_threads), rest = n % static_cast<Index>(n_threads);
  const auto begin_of = [&](Index t) { return static_cast<Index>(share * t + (t < rest ? t : rest)); };
  return {begin_of(static_cast<Index>(thread)), begin_of(static_cast<Index>(thread + 1))};
}

// f(int thread, int n_threads), once on each thread.
template <class F>
void parallel_region(F&& f) {
  if (max_threads() == 1) {
    f(0, 1);
    return;
  }
  ExceptionCapture capture;
#pragma omp parallel
  capture.run([&] { f(omp_get_thread_num(), omp_get_num_threads()); });
  capture.rethrow();
}

// f(Index begin, Index end), once on each thread that has a share of [0, n), which is contiguous.
template <std::integral Index, class F>
void parallel_for_range(Index n, F&& f) {
  if (n <= 0) return;
  parallel_region([&](int thread, int n_threads) {
    const auto [begin, end] = thread_range(n, thread, n_threads);
    if (begin < end) f(begin, end);
  });
}

// f(Index i) for every i in [0, n), ascending within a thread.
template <std::integral Index, class F>
void parallel_for(Index n, F&& f) {
  parallel_for_range(n, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) f(i);
  });
}

}  // namespace trireme::threads
