// SPDX-License-Identifier: Apache-2.0
// Cuts rows into contiguous parts of about equal weight: nonzeros of a matrix over threads. Called at set-up
// by the threaded matrix products. Local to the rank.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::threads {

// weight_prefix [n + 1]: ascending, weight_prefix[i] = weight of the rows before i (the offsets of a CSR
// matrix). Returns [parts + 1] bounds, ascending from 0 to n; part p is [bounds[p], bounds[p + 1]) and may be
// empty. A part weighs at most the mean plus its heaviest row. Rows of weight zero are spread as if each
// weighed 1 when all do. parts >= 1. Cost: parts * log(n).
std::vector<LocalIndex> weighted_partition(std::span<const LocalIndex> weight_prefix, int parts);
std::vector<LocalIndex> weighted_partition(std::span<const GlobalIndex> weight_prefix, int parts);

}  // namespace trireme::threads
