// SPDX-License-Identifier: Apache-2.0
// The transpose of a distributed matrix, stored by rows: restriction from interpolation. Called once a level
// by the set-up.
#pragma once

#include "amg/matrix/csr.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Local. The columns of a row ascend.
Csr transpose_rows(const CsrView& matrix);

// What one rank's rows give: the rows of the transpose that this rank owns, and contributions to rows that
// others own, in the order of the matrix's ghost columns. Columns of both: the matrix's rows on this rank.
struct TransposedParts {
  Csr owned_rows, ghost_rows;
};
TransposedParts transpose_parts(const MatrixView& matrix);

// The whole transpose: takes over owned_rows, sends ghost_rows to their owners. Collective; one message for
// each neighbour of the matrix's columns.
DistributedMatrix complete_transpose(const MatrixView& matrix, Csr owned_rows, const CsrView& ghost_rows);

}  // namespace trireme::amg
