// SPDX-License-Identifier: Apache-2.0
// Which row of a table an id names: its own, or one that a hash chooses where the table has fewer rows than
// there are ids. Called before ids are exchanged. Other maps fit in here: whatever gives a row for an id.
#pragma once

#include "solvers/base/counter_hash.hpp"

namespace trireme::dlrm {

class IdMap {
 public:
  // n_ids: ids are below it. hash_rows: 0 for none; see ModelOptions. table: its number, so that tables
  // differ.
  IdMap(GlobalIndex n_ids, GlobalIndex hash_rows, int table)
      : rows_(hash_rows > 0 && n_ids > hash_rows ? hash_rows : n_ids),
        hashes_(rows_ < n_ids),
        table_(static_cast<std::uint64_t>(table)) {}

  GlobalIndex rows() const { return rows_; }
  bool hashes() const { return hashes_; }
  GlobalIndex row(GlobalIndex id) const {
    if (!hashes_) return id;
    const std::uint64_t hash = mix_bits(mix_bits(table_) ^ static_cast<std::uint64_t>(id));
    return static_cast<GlobalIndex>(hash % static_cast<std::uint64_t>(rows_));
  }

 private:
  GlobalIndex rows_;
  bool hashes_;
  std::uint64_t table_;
};

}  // namespace trireme::dlrm
