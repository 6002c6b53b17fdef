// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/neighbour_maximum.hpp"

#include <algorithm>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg::kernels {

void neighbour_maximum(std::span<const LocalIndex> begins, std::span<const LocalIndex> ends,
                       std::span<const LocalIndex> neighbours, std::span<const std::uint64_t> values,
                       std::uint64_t least, std::uint64_t bound, std::span<std::uint64_t> largest) {
  threads::parallel_for(begins.size(), [&](std::size_t node) {
    if (largest[node] < least || largest[node] >= bound) return;
    std::uint64_t best = values[node];
    for (LocalIndex k = begins[node]; k < ends[node]; ++k)
      best = std::max(best, values[static_cast<std::size_t>(neighbours[static_cast<std::size_t>(k)])]);
    largest[node] = best;
  });
}

void neighbour_maximum_reference(std::span<const LocalIndex> begins, std::span<const LocalIndex> ends,
                                 std::span<const LocalIndex> neighbours,
                                 std::span<const std::uint64_t> values, std::uint64_t least,
                                 std::uint64_t bound, std::span<std::uint64_t> largest) {
  for (std::size_t node = 0; node < begins.size(); ++node) {
    const bool settled = !(least <= largest[node] && largest[node] < bound);
    if (!settled) largest[node] = values[node];
    for (LocalIndex k = begins[node]; k != ends[node] && !settled; ++k) {
      const std::uint64_t near = values[static_cast<std::size_t>(neighbours[static_cast<std::size_t>(k)])];
      if (near > largest[node]) largest[node] = near;
    }
  }
}

}  // namespace trireme::amg::kernels
