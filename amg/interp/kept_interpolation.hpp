// SPDX-License-Identifier: Apache-2.0
// An interpolation whose pattern stays and whose weights are computed anew, as kernels write it. Called by
// the refills of interpolation.
#pragma once

#include <vector>

#include "amg/kernels/kept_weights.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

class KeptInterpolation {
 public:
  // ghosts: global numbers, ascending, behind the owned columns of the rows in which weights are computed. p
  // must outlive this object. Local.
  KeptInterpolation(DistributedMatrix& p, std::span<const GlobalIndex> ghosts);

  kernels::KeptWeights view() const;
  LocalIndex longest_row() const;

 private:
  DistributedMatrix& p_;
  std::vector<LocalIndex> ghost_place_;
};

}  // namespace trireme::amg
