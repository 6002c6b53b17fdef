// SPDX-License-Identifier: Apache-2.0
// A maximal set of nodes of which no two are closer than three edges: the roots of aggregates. Bell, Dalton,
// Olson, "Exposing fine-grained parallelism in algebraic multigrid methods", SIAM J. Sci. Comput. 34 (2012),
// their independent set at distance two, doi 10.1137/110838844. The weights are counter-based on global
// numbers, so the set is the same for any ranks and threads. Called by aggregation_level.
#pragma once

#include <cstdint>

#include "amg/aggregate/strong_graph.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg {

enum class Membership : std::int8_t {
  outside = 0,
  root = 1,
  isolated = 2,  // has no neighbour
};

// What decides between two nodes that could both be roots, in 62 bits. Two nodes of one weight (odds of 2^-62
// a pair) could both become roots, which makes an aggregate smaller and nothing else.
constexpr std::uint64_t root_weight(std::uint64_t seed, GlobalIndex node) {
  return mix_bits(mix_bits(seed) ^ static_cast<std::uint64_t>(node)) >> 2;
}

// [n_local] of the graph's nodes, owned and ghosts; ghosts are told whether they are roots only. Collective;
// about ten rounds of O(edges).
Array<Membership> distance_two_set(const StrongGraph& graph, std::uint64_t seed);

}  // namespace trireme::amg
