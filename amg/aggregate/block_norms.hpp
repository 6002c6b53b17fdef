// SPDX-License-Identifier: Apache-2.0
// The matrix of Frobenius norms of the blocks of a system: one row a node, one entry for each block that has
// an entry. Called by strong_graph_of_blocks.
#pragma once

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Throws Error (input) on every rank when a rank's rows are no multiple of block_size. Collective;
// O(nonzeros).
DistributedMatrix block_norms(const MatrixView& matrix, int block_size);

}  // namespace trireme::amg
