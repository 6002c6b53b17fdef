// SPDX-License-Identifier: Apache-2.0
// Makes an interpolation of finished rows, truncating them. Called by multipass and two-stage interpolation.
#pragma once

#include <memory>
#include <span>

#include "amg/kernels/truncated_rows.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/row_workspace.hpp"

namespace trireme::amg {

// rows: one for each owned entry of `row_space`; columns: those that this rank owns, then `ghosts`
// (ascending). Collective.
DistributedMatrix truncated_interpolation(const comm::Communicator& comm,
                                          std::shared_ptr<const Partition> row_space,
                                          std::shared_ptr<const Partition> coarse,
                                          std::span<const GlobalIndex> ghosts,
                                          const kernels::RowStoreView& rows,
                                          const kernels::RowTruncation& truncation, RowWorkspace& workspace);

}  // namespace trireme::amg
