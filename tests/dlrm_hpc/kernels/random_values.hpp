// SPDX-License-Identifier: Apache-2.0
// Numbers for tests of kernels, by rule.
#pragma once

#include <vector>

#include "solvers/base/counter_hash.hpp"

namespace trireme::dlrm {

inline std::vector<float> random_floats(std::size_t n, std::uint64_t seed) {
  std::vector<float> values(n);
  for (std::size_t k = 0; k < n; ++k)
    values[k] = static_cast<float>(symmetric_hash(seed, static_cast<GlobalIndex>(k), 1));
  return values;
}

}  // namespace trireme::dlrm
