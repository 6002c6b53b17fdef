// SPDX-License-Identifier: Apache-2.0
// Runs a kernel on contiguous parts of the rows, one thread a part, the parts cut so that they weigh about
// the same. Called by every threaded step of the set-up.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::amg {

// Bounds [parts + 1] of a part for each thread. offsets [n_rows + 1]: of compressed rows, whose nonzeros are
// the weight.
inline std::vector<LocalIndex> row_parts(std::span<const LocalIndex> offsets) {
  return threads::weighted_partition(offsets, threads::max_threads());
}

// f(int part, LocalIndex begin, LocalIndex end) for every part. Parts go round robin where fewer threads came
// than there are parts.
template <class F>
void for_row_parts(std::span<const LocalIndex> bounds, F&& f) {
  const int parts = static_cast<int>(bounds.size()) - 1;
  const auto run = [&](int part) {
    const auto p = static_cast<std::size_t>(part);
    f(part, bounds[p], bounds[p + 1]);
  };
  if (parts == 1) return run(0);
  threads::parallel_region([&](int thread, int n_threads) {
    for (int part = thread; part < parts; part += n_threads) run(part);
  });
}

}  // namespace trireme::amg
