// SPDX-License-Identifier: Apache-2.0
// One step of coarsening by smoothed aggregation: from a matrix and its near-null space to the prolongator
// and the coarse near-null space. Called by build_hierarchy for the family `aggregation`.
#pragma once

#include "amg/aggregate/aggregation_options.hpp"
#include "amg/aggregate/aggregation_structure.hpp"
#include "amg/aggregate/near_null_space.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

struct AggregationLevel {
  DistributedMatrix interpolation;
  NearNullSpace coarse_space;
};

// block_size: rows of a node; on coarse levels the count of the near-null space, whose coarse columns are a
// node's. Throws the same Error (input) on every rank when rows do not fit the block size. Collective. The
// same bits for any thread count; for one vector also the same aggregates for any rank count.
// kept: gets what smooth_anew needs, unless null.
AggregationLevel aggregation_level(const MatrixView& matrix, int block_size, const NearNullSpace& space,
                                   std::uint64_t seed, const AggregationOptions& options,
                                   AggregationStructure* kept = nullptr);

// The prolongator for other values of the matrix: the same aggregates, basis and strong couplings; damping
// and weights are computed anew. With the values it was made from, the same to the last bit. Collective.
DistributedMatrix smooth_anew(const MatrixView& matrix, const AggregationStructure& kept,
                              const AggregationOptions& options);

}  // namespace trireme::amg
