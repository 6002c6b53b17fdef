// SPDX-License-Identifier: Apache-2.0
// The coarse matrix R A P of a level, R = P^T, in several forms behind one interface, so that they can be
// measured against one another. Follows Park, Smelyanskiy, Yang, Mudigere, Dubey, "High-performance algebraic
// multigrid solver optimized for multi-core based distributed parallel systems", SC'15, doi
// 10.1145/2807591.2807603: one numeric pass, nnz-balanced threads, accumulators that live through all levels,
// off-rank rows fetched once. Called once a level by the set-up.
#pragma once

#include "amg/hierarchy/setup_options.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/matrix/transpose.hpp"

namespace trireme::amg {

// matrix: square. p: interpolation, its rows those of the matrix. r: transpose_parts(p). workspace: one entry
// for each thread. The columns of a row stand in no order, but in the same one for any thread count, as the
// bits are. Collective. Communicates P's rows of the matrix's ghosts, and the part of coarse rows that
// belongs to other ranks, a message each for each neighbour.
DistributedMatrix galerkin_product(const MatrixView& matrix, const MatrixView& p, const CsrView& r_owned,
                                   const CsrView& r_ghosts, ProductForm form, RowWorkspace& workspace);

}  // namespace trireme::amg
