// SPDX-License-Identifier: Apache-2.0
// MPI counts are ints, and some MPI libraries fail on messages beyond 2 GiB whatever the count: larger
// transfers go in pieces. Used inside solvers/comm; tests pass a low limit to see pieces without gigabytes.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trireme::comm {

struct PieceLimit {
  std::int64_t bytes = std::int64_t{1} << 30;

  // Elements of a size that fit in a piece, at least 1.
  std::int64_t elements(std::int64_t element_bytes) const {
    return std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, element_bytes));
  }
};

// f(std::int64_t first, int count) for each piece of `count` elements.
template <class F>
void for_each_piece(std::int64_t count, std::int64_t element_bytes, PieceLimit limit, F&& f) {
  const std::int64_t step = limit.elements(element_bytes);
  for (std::int64_t first = 0; first < count; first += step)
    f(first, static_cast<int>(std::min(step, count - first)));
}

}  // namespace trireme::comm
