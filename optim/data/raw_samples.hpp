// SPDX-License-Identifier: Apache-2.0
// Samples as a file or a generator gives them: consecutive rows, sparse, with their labels. Made by
// optim/read and the generators, dealt out by optim/data/samples.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::optim {

struct RawSamples {
  std::vector<double> labels;            // [rows]
  std::vector<std::int64_t> offsets{0};  // [rows + 1]
  std::vector<std::int64_t> columns;     // ascending within a row, each once
  std::vector<float> values;
  GlobalIndex n_features = 0;  // at least so many, where the format says it
  GlobalIndex n_rows() const { return static_cast<GlobalIndex>(labels.size()); }
};

}  // namespace trireme::optim
