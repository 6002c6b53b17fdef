// SPDX-License-Identifier: Apache-2.0
// Initial weights as DLRM draws them (Naumov et al., arXiv 1906.00091, reference program): of layers normal
// with variance 2 / (inputs + outputs), of biases 1 / outputs, of tables uniform in +-1/sqrt(rows). Each
// number depends on seed and place alone, so on no layout. Called where parameters are made.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "solvers/base/counter_hash.hpp"

namespace trireme::dlrm {

// table: its number in the model; rows: of the whole table.
inline float initial_table_value(std::uint64_t seed, int table, GlobalIndex row, GlobalIndex column,
                                 GlobalIndex rows, GlobalIndex width) {
  return static_cast<float>(symmetric_hash(seed, row * width + column, static_cast<std::uint64_t>(table)) /
                            std::sqrt(static_cast<double>(rows)));
}

// Box and Muller's transform of two hashes. layer: any number of its own.
inline float initial_layer_value(std::uint64_t seed, int layer, GlobalIndex place, double variance) {
  const std::uint64_t stream = 0x6c61796572000000u + static_cast<std::uint64_t>(layer) * 2;
  const double u = 0.5 * (1 - symmetric_hash(seed, place, stream));  // (0, 1]
  const double v = symmetric_hash(seed, place, stream + 1);
  return static_cast<float>(std::sqrt(-2 * variance * std::log(u)) * std::cos(std::numbers::pi * v));
}

}  // namespace trireme::dlrm
