// SPDX-License-Identifier: Apache-2.0
// Makes a distributed matrix of rows that threads have left in chunks: interpolation, coarse matrices.
#pragma once

#include <memory>
#include <span>

#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/row_workspace.hpp"

namespace trireme::amg {

// chunked: all rows that this rank owns; their columns are local: those owned, then `ghosts` (ascending), of
// which the unused are left out of the result. Collective. Cost: a copy of the entries, and an exchange plan.
DistributedMatrix assemble(const comm::Communicator& comm, std::shared_ptr<const Partition> rows,
                           std::shared_ptr<const Partition> columns, std::span<const GlobalIndex> ghosts,
                           const ChunkedRows& chunked);

// The same rows as they are, on one rank: columns [0, n_columns). Local.
Csr assemble_local(LocalIndex n_columns, const ChunkedRows& chunked);

}  // namespace trireme::amg
