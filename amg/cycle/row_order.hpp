// SPDX-License-Identifier: Apache-2.0
// The order in which a level's rows are packed for the solve: contiguous blocks of the original rows, fixed
// by the matrix alone so that no result depends on the thread count, and inside each block coarse points
// before fine ones, so that a sweep relaxes them apart without a test in its loop; or as they are, where most
// rows form runs (kernels/stencil_runs.hpp). Called for each level when a hierarchy is packed.
#pragma once

#include <span>
#include <vector>

#include "amg/cycle/run_rule.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/matrix/array.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// How many blocks: as many as let each have at least block_nonzeros (less is not worth a thread), at most
// most_blocks (more would weaken Gauss-Seidel) unless a block would have more than 65536 rows, which short
// column numbers cannot tell apart; the original order needs none.
struct BlockRule {
  int most_blocks = 16;
  LocalIndex block_nonzeros = 32768;
};

struct RowOrder {
  std::vector<LocalIndex> block_rows;  // [n_blocks + 1]; at least one block, which may be empty
  Array<LocalIndex> old_of_new;        // [n_rows] original row of each packed row
  Array<LocalIndex> new_of_old;        // [n_rows]
  bool is_original = false;            // whether it is the matrix's own order, because most rows form runs

  LocalIndex n_rows() const { return block_rows.back(); }
  LocalIndex n_blocks() const { return static_cast<LocalIndex>(block_rows.size()) - 1; }
};

// points [n_rows], or empty: original order inside blocks. Local; O(n_rows).
RowOrder make_row_order(const MatrixView& matrix, std::span<const PointType> points, const BlockRule& rule,
                        RunRule runs = RunRule::where_most_rows_do);

// The blocks of each thread, balanced by weight_prefix [n_blocks + 1], the weight of the blocks before each:
// bounds of min(threads, n_blocks) shares. Local.
std::vector<LocalIndex> share_blocks(std::span<const GlobalIndex> weight_prefix, int threads);

}  // namespace trireme::amg
