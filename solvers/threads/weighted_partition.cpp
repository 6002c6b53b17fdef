// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/weighted_partition.hpp"

#include <algorithm>

#include "solvers/base/assert.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::threads {
namespace {

template <class Weight>
std::vector<LocalIndex> partition(std::span<const Weight> prefix, int parts) {
  TRIREME_EXPECT(parts >= 1);
  const LocalIndex n = prefix.empty() ? 0 : static_cast<LocalIndex>(prefix.size() - 1);
  const GlobalIndex first = n == 0 ? 0 : prefix.front(), total = n == 0 ? 0 : prefix.back() - prefix.front();
  std::vector<LocalIndex> bounds(static_cast<std::size_t>(parts) + 1, 0);
  for (int part = 1; part < parts; ++part) {
    LocalIndex& bound = bounds[static_cast<std::size_t>(part)];
    if (total == 0) {
      bound = thread_range(n, part, parts).begin;
      continue;
    }
    // In two steps, since total * part may not fit.
    const GlobalIndex target = total / parts * part + total % parts * part / parts;
    const auto row = std::lower_bound(prefix.begin(), prefix.end(), static_cast<Weight>(first + target));
    bound = static_cast<LocalIndex>(row - prefix.begin());
  }
  bounds.back() = n;
  return bounds;
}

}  // namespace

std::vector<LocalIndex> weighted_partition(std::span<const LocalIndex> weight_prefix, int parts) {
  return partition(weight_prefix, parts);
}

std::vector<LocalIndex> weighted_partition(std::span<const GlobalIndex> weight_prefix, int parts) {
  return partition(weight_prefix, parts);
}

}  // namespace trireme::threads
