// SPDX-License-Identifier: Apache-2.0
// Local numbers of the aggregates that a rank's rows of the prolongator meet: those it owns, then foreign
// ones in ascending order, of which none is numbered that no row meets. Called by smoothed_interpolation.
#pragma once

#include <span>
#include <vector>

#include "amg/kernels/smoothed_rows.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

class ForeignAggregates {
 public:
  // scale [n_rows]: 0 where a row is not smoothed and so meets its own aggregate only. aggregate [n_rows +
  // ghosts]: global numbers, -1: none.
  ForeignAggregates(const kernels::FilteredMatrix& matrix, std::span<const double> scale,
                    const Partition& aggregates, std::span<const GlobalIndex> aggregate);

  // [n_rows + ghosts]: local number; -1 where there is none, and for a ghost that no row meets.
  std::span<const LocalIndex> local() const noexcept { return local_; }
  // Global numbers of the foreign ones, ascending.
  std::span<const GlobalIndex> numbers() const noexcept { return numbers_; }

 private:
  Array<LocalIndex> local_;
  std::vector<GlobalIndex> numbers_;
};

}  // namespace trireme::amg
