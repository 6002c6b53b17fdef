// SPDX-License-Identifier: Apache-2.0
// The largest value of every node and its neighbours in a graph. Called by aggregate/distance_two_set.
// Threaded over nodes with disjoint writes.
#pragma once

#include <cstdint>
#include <span>

#include "solvers/base/types.hpp"

namespace trireme::amg::kernels {

// values [owned + ghost nodes]. largest [owned nodes, ghosts may follow], apart from values: set for every
// node whose entry lies in [least, bound); the others are settled. begins, ends [owned nodes]: places of a
// node's neighbours.
void neighbour_maximum(std::span<const LocalIndex> begins, std::span<const LocalIndex> ends,
                       std::span<const LocalIndex> neighbours, std::span<const std::uint64_t> values,
                       std::uint64_t least, std::uint64_t bound, std::span<std::uint64_t> largest);
void neighbour_maximum_reference(std::span<const LocalIndex> begins, std::span<const LocalIndex> ends,
                                 std::span<const LocalIndex> neighbours,
                                 std::span<const std::uint64_t> values, std::uint64_t least,
                                 std::uint64_t bound, std::span<std::uint64_t> largest);

}  // namespace trireme::amg::kernels
