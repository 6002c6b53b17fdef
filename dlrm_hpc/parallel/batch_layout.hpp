// SPDX-License-Identifier: Apache-2.0
// How the samples of a step are dealt out: in blocks of a fixed number of samples, of which each rank, and on
// it each thread, takes a contiguous run. Blocks are what sums are made of, so their number and borders
// depend on the step alone. Any number of samples fits; ranks beyond the number of blocks have none. Local.
#pragma once

#include <algorithm>
#include <vector>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {

struct BatchLayout {
  GlobalIndex samples = 0;  // of the step, over all ranks
  GlobalIndex block_samples = 64;
  std::vector<GlobalIndex> block_begin;  // [ranks + 1]

  BatchLayout() = default;
  BatchLayout(GlobalIndex n_samples, GlobalIndex samples_of_block, int ranks)
      : samples(n_samples), block_samples(samples_of_block) {
    for (int rank = 0; rank < ranks; ++rank)
      block_begin.push_back(threads::thread_range(blocks(), rank, ranks).begin);
    block_begin.push_back(blocks());
  }

  GlobalIndex blocks() const { return (samples + block_samples - 1) / block_samples; }
  GlobalIndex sample_begin(int rank) const {
    return std::min(samples, block_begin[static_cast<std::size_t>(rank)] * block_samples);
  }
  GlobalIndex samples_of(int rank) const { return sample_begin(rank + 1) - sample_begin(rank); }
};

}  // namespace trireme::dlrm
