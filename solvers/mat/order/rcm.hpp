// SPDX-License-Identifier: Apache-2.0
// Reverse Cuthill-McKee order of a symmetric graph: small bandwidth, hence good cache use and ILU quality.
// Called by meshes/partition (vertices of a rank). E. Cuthill, J. McKee, Proc. 24th ACM Nat. Conf. (1969)
// 157, doi 10.1145/800195.805928; start vertices by J. A. George, J. W. H. Liu, ACM Trans. Math. Softw. 5
// (1979) 284, doi 10.1145/355841.355845.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::mat {

// Graph of n vertices in compressed rows: row_offsets [n + 1], columns with both directions of every edge;
// loops are ignored. Returns order [n]: order[k] is the vertex that comes k-th. Components follow one another
// by their smallest vertex (reversed like everything else); ties go to the smaller vertex, so the result is
// unique. Local, O(edges log valence).
std::vector<LocalIndex> rcm_order(std::span<const LocalIndex> row_offsets,
                                  std::span<const LocalIndex> columns);

}  // namespace trireme::mat
