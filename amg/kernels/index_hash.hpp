// SPDX-License-Identifier: Apache-2.0
// A hash of an array of indices that costs little more than reading it. Called by pattern_hash, which asks at
// each set-up whether a matrix still has the pattern it had.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solvers/base/types.hpp"

namespace trireme::amg::kernels {

// With m a fixed odd number: four polynomials in m modulo 2^64, the l-th of indices l, l + 4, l + 8, ...,
// each mixed with l and n, summed. Four, since one multiplication must wait for the one before.
std::uint64_t index_hash(const LocalIndex* indices, std::size_t n);
std::uint64_t index_hash_reference(const LocalIndex* indices, std::size_t n);

}  // namespace trireme::amg::kernels
