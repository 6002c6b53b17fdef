// SPDX-License-Identifier: Apache-2.0
// What a prolongator was smoothed from, kept so that it can be smoothed anew for other values of the matrix.
// Made by aggregation_level, read by refill_hierarchy.
#pragma once

#include <cstdint>
#include <memory>

#include "amg/aggregate/near_null_space.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

struct AggregationStructure {
  Array<std::uint8_t> strong;           // see kernels/strong_mask.hpp; empty: every coupling counts as strong
  Array<GlobalIndex> aggregate_of_row;  // [n_rows], -1: none
  std::shared_ptr<const Partition> aggregates;
  NearNullSpace basis;  // the tentative prolongator by rows
};

}  // namespace trireme::amg
