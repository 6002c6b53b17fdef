// SPDX-License-Identifier: Apache-2.0
// What is kept of a level, beside its patterns, so that its interpolation can be computed anew for other
// values of the matrix: strength, splitting or aggregates. Made by build_hierarchy when asked for, read by
// refill_hierarchy.
#pragma once

#include <cstdint>
#include <variant>

#include "amg/aggregate/aggregation_structure.hpp"
#include "amg/coarsen/coarse_points.hpp"

namespace trireme::amg {

struct ClassicalStructure {
  Array<std::uint8_t> strong;  // see kernels/strong_mask.hpp
  Array<PointType> types;      // [n_rows + n_ghosts]
  CoarsePoints coarse;
};

struct LevelStructure {
  // [n_rows] -1, 0, 1 of the diagonal: strength and smoothers hang on them.
  Array<std::int8_t> diagonal_signs;
  // Neither: the weights can only be kept, or made by a full set-up.
  std::variant<std::monostate, ClassicalStructure, AggregationStructure> interpolation;

  std::size_t bytes() const;
};

}  // namespace trireme::amg
