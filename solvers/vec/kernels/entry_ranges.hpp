// SPDX-License-Identifier: Apache-2.0
// How the vector kernels share out their entries. Entrywise work below `parallel_threshold` entries stays on
// the calling thread: waking the others costs more than the loop (coarse multigrid levels, Hessenberg-sized
// vectors).
#pragma once

#include <cstddef>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::vec {

inline constexpr std::size_t parallel_threshold = 4096;

// f(begin, end) over contiguous shares of [0, n).
template <class F>
void for_entry_ranges(std::size_t n, F&& f) {
  if (n < parallel_threshold) {
    f(std::size_t{0}, n);
  } else {
    threads::parallel_for_range(n, f);
  }
}

}  // namespace trireme::vec
