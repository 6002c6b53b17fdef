// SPDX-License-Identifier: Apache-2.0
// The tentative prolongator: the near-null-space vectors cut into pieces, one piece an aggregate, whose
// columns are made orthonormal; the triangular factor is the coarse near-null space. Vanek, Mandel, Brezina,
// "Algebraic multigrid by smoothed aggregation for second and fourth order elliptic problems", Computing 56
// (1996), doi 10.1007/BF02238511. Called by aggregation_level.
#pragma once

#include "amg/aggregate/aggregates.hpp"
#include "amg/aggregate/near_null_space.hpp"

namespace trireme::amg {

struct Tentative {
  NearNullSpace basis;   // a row's entries in the columns of its aggregate; zeros where it has none
  NearNullSpace coarse;  // [owned aggregates * count, count]
};

// space: [block_size * owned nodes] rows. A single vector is left as it is, with ones on the coarse level:
// only its direction matters. A vector that depends on others within an aggregate gets a zero column, and the
// coarse matrix an empty row. Aggregates that cross ranks are sent to their owner and back. Collective.
Tentative tentative_interpolation(const StrongGraph& graph, const Aggregates& aggregates, int block_size,
                                  const NearNullSpace& space);

}  // namespace trireme::amg
