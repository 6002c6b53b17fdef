// SPDX-License-Identifier: Apache-2.0
// METIS's k-way partition of a graph that one process holds, with guards against the ways in which METIS 5.1
// is known to fail: one part (it may crash), more parts than vertices, empty parts, vertices without a part.
// Called by partition/partition_vertices (over ranks) and partition/thread_edges (over threads). METIS: G.
// Karypis, V. Kumar, SIAM J. Sci. Comput. 20 (1998) 359, doi 10.1137/S1064827595287997.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

// Graph in compressed rows without loops, both directions of every edge. A vertex weighs its number of
// neighbours plus one, which is what edge loops and matrix rows cost. Returns the part of each vertex, 0 ..
// n_parts-1. Every part has a vertex when there are at least as many vertices as parts. Deterministic. Where
// METIS fails, contiguous parts of about equal weight are returned and `failure` says so. Local. Error
// (input) when the graph is too large for METIS's index type.
struct MetisParts {
  std::vector<int> parts;
  std::string failure;  // empty: none
};
MetisParts metis_partition(std::span<const GlobalIndex> row_offsets, std::span<const GlobalIndex> columns,
                           int n_parts);

// Contiguous parts of about equal weight.
std::vector<int> contiguous_partition(std::span<const GlobalIndex> row_offsets, int n_parts);

// Gives vertices whose part is out of range to the smallest part, then each empty part a vertex of the
// largest.
void repair_partition(std::span<int> parts, int n_parts);

}  // namespace trireme::mesh
