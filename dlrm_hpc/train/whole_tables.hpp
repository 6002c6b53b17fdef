// SPDX-License-Identifier: Apache-2.0
// Tables put together from the shards of all ranks, and taken apart again, whatever the plan. Called by
// checkpoints, export, and second-order training of small models. Collective.
#pragma once

#include <span>
#include <vector>

#include "dlrm_hpc/train/step_engine.hpp"

namespace trireme::dlrm {

// Values of a table as blocks of consecutive rows over the ranks (io::row_block): [rows of this rank's block,
// width]. state: number of a state of the optimizer, whose width is that of the table or 1; -1: the rows
// themselves.
std::vector<float> table_blocks(StepEngine& engine, int table, int state, GlobalIndex width);

// The whole table on every rank [rows, width].
std::vector<float> whole_table(StepEngine& engine, int table);

// Rows first, first + 1, ... of a table [n, width], the same on every rank, put into its shards. Local.
void set_table_rows(StepEngine& engine, int table, GlobalIndex first, std::span<const float> values);

}  // namespace trireme::dlrm
