// SPDX-License-Identifier: Apache-2.0
// A table, and the piece of it that one rank holds. Called by plans, tables, exchange and checkpoints.
#pragma once

#include <string>

#include "dlrm_hpc/data/data_schema.hpp"
#include "dlrm_hpc/model/model_options.hpp"

namespace trireme::dlrm {

struct TableShape {
  std::string name;
  GlobalIndex rows = 0;
  GlobalIndex width = 0;
  Pooling pooling = Pooling::sum;
  Arity arity = Arity::one;
  bool has_weights = false;  // of lookups; see DataSchema
};

struct Shard {
  // Held by every rank, each with its own samples' gradients, which are added over ranks.
  static constexpr int every_rank = -1;

  int table = 0;
  GlobalIndex row_begin = 0, row_end = 0;
  GlobalIndex column_begin = 0, column_end = 0;
  int rank = 0;

  GlobalIndex rows() const { return row_end - row_begin; }
  GlobalIndex width() const { return column_end - column_begin; }
  bool operator==(const Shard&) const = default;
};

// The bags of all samples of a step for one shard.
struct ShardBags {
  std::vector<std::int64_t> offsets;  // [n_samples + 1]
  std::vector<std::int64_t> rows;     // of the shard
  std::vector<float> weights;         // of the rows, or none: all are 1
};

}  // namespace trireme::dlrm
