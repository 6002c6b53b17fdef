// SPDX-License-Identifier: Apache-2.0
// Rows of a table between two layouts: scattered by global id over the ranks, and in blocks of consecutive
// ids as files hold them. Called by the checkpoint. All collective; any rank may hold no rows.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::io {

// The consecutive ids of a rank when n_global are dealt out evenly.
struct RowBlock {
  GlobalIndex begin = 0;
  GlobalIndex count = 0;
};
RowBlock row_block(GlobalIndex n_global, int rank, int size);

// values [rows here, components] at global_ids [rows here] -> this rank's block [count, components]. Together
// the ranks must give every id 0..n_global-1 once; otherwise Error(internal) on all ranks.
std::vector<double> rows_to_blocks(const comm::Communicator& comm, std::span<const double> values,
                                   int components, std::span<const GlobalIndex> global_ids,
                                   GlobalIndex n_global);

// The reverse: block [count, components] -> values [ids here, components]. Ids may be any, in any order and
// on several ranks (ghosts), within 0..n_global-1.
std::vector<double> blocks_to_rows(const comm::Communicator& comm, std::span<const double> block,
                                   int components, std::span<const GlobalIndex> global_ids,
                                   GlobalIndex n_global);

}  // namespace trireme::io
