// SPDX-License-Identifier: Apache-2.0
// Gives global columns that other ranks own their places behind the owned ones: sort, drop repeats, search
// (the renumbering that Park et al., SC'15, doi 10.1145/2807591.2807603, found to matter). Called when a
// matrix is assembled and when rows arrive from other ranks.
#pragma once

#include <span>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/base/types.hpp"

namespace trireme::amg {

// Ascending, each once.
std::vector<GlobalIndex> sorted_unique(std::vector<GlobalIndex> ids);

// Local columns of one rank: those it owns, then the given ghosts. Local.
class ColumnNumbering {
 public:
  // ghosts: ascending, none owned. Both must outlive this object.
  ColumnNumbering(const Partition& partition, std::span<const GlobalIndex> ghosts)
      : begin_(partition.begin()), end_(partition.end()), ghosts_(ghosts) {}

  bool owns(GlobalIndex id) const noexcept { return id >= begin_ && id < end_; }
  LocalIndex n_owned() const noexcept { return static_cast<LocalIndex>(end_ - begin_); }
  LocalIndex n_local() const noexcept { return n_owned() + static_cast<LocalIndex>(ghosts_.size()); }
  // id: owned or among the ghosts. Cost: log(ghosts).
  LocalIndex local(GlobalIndex id) const;
  GlobalIndex global(LocalIndex column) const {
    return column < n_owned() ? begin_ + column : ghosts_[static_cast<std::size_t>(column - n_owned())];
  }

 private:
  GlobalIndex begin_, end_;
  std::span<const GlobalIndex> ghosts_;
};

}  // namespace trireme::amg
