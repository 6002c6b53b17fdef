// SPDX-License-Identifier: Apache-2.0
// Which samples an evaluation takes: a window of the global order of samples. The order is a random
// permutation made when the data are dealt out (optim/data/permutation.hpp), so that any window is a random
// set without replacement; the prefixes {0, n} are the growing sets of DANCE, and windows that share an end
// are the overlapping batches of PB-L-BFGS. It does not depend on the number of ranks.
#pragma once

#include <array>

#include "solvers/base/types.hpp"

namespace trireme::optim {

// Positions begin, begin + 1, ..., begin + count - 1, modulo the number of samples N. 0 <= begin < N (or both
// zero), 0 <= count <= N.
struct SampleSet {
  GlobalIndex begin = 0;
  GlobalIndex count = 0;
  bool operator==(const SampleSet&) const = default;
};

// Rows of one rank, [begin, end).
struct LocalRows {
  GlobalIndex begin = 0, end = 0;
  GlobalIndex count() const { return end - begin; }
};

// Positions are dealt out in turn: position p lies on rank p mod n_ranks as its row p / n_ranks, so that
// every window is balanced to one row. First row of `rank` at or behind `position`.
constexpr GlobalIndex first_row_from(GlobalIndex position, int rank, int n_ranks) {
  return position <= rank ? 0 : (position - rank + n_ranks - 1) / n_ranks;
}

// The rows of the set on `rank`: two ranges, since a window may wrap around; either may be empty. In the
// order of the window.
constexpr std::array<LocalRows, 2> local_rows(SampleSet set, GlobalIndex n_samples, int rank, int n_ranks) {
  const GlobalIndex end = set.begin + set.count;
  const GlobalIndex first_end = end < n_samples ? end : n_samples;
  const GlobalIndex second_end = end > n_samples ? end - n_samples : 0;
  return {LocalRows{first_row_from(set.begin, rank, n_ranks), first_row_from(first_end, rank, n_ranks)},
          LocalRows{0, first_row_from(second_end, rank, n_ranks)}};
}

// Whether every sample of `inner` is in `outer`.
constexpr bool contains(SampleSet outer, SampleSet inner, GlobalIndex n_samples) {
  if (inner.count == 0 || outer.count == n_samples) return true;
  const GlobalIndex offset = (inner.begin - outer.begin + n_samples) % n_samples;
  return offset + inner.count <= outer.count;
}

}  // namespace trireme::optim
