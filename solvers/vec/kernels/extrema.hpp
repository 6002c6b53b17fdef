// SPDX-License-Identifier: Apache-2.0
// The largest and the smallest entry and where it is. Called by the `omp` Vec type. Ties go to the lowest
// index, so the answer does not depend on the thread count. Local to the rank; O(n).
#pragma once

#include <cstdint>
#include <span>

namespace trireme::vec {

// index is -1 where there are no entries, or only NaN. NaN entries are passed over.
struct Extremum {
  double value = 0;
  std::int64_t index = -1;
};

Extremum largest_entry(std::span<const double> x);
Extremum largest_entry_reference(std::span<const double> x);
Extremum smallest_entry(std::span<const double> x);
Extremum smallest_entry_reference(std::span<const double> x);

}  // namespace trireme::vec
