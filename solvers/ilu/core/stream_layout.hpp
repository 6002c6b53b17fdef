// SPDX-License-Identifier: Apache-2.0
// The pattern of one triangle of the factors laid out in the order of its schedule: each thread's rows lie
// together, in the order in which that thread computes them, and are first written by that thread. Called by
// the plan.
#pragma once

#include <vector>

#include "solvers/base/array.hpp"
#include "solvers/base/types.hpp"
#include "solvers/ilu/core/dependency_levels.hpp"
#include "solvers/ilu/core/schedule.hpp"
#include "solvers/ilu/kernels/stream_view.hpp"

namespace trireme::ilu {

class StreamLayout {
 public:
  StreamLayout() = default;
  // The upper triangle's rows begin with their diagonal entry, the lower triangle's have none.
  StreamLayout(const FactorPattern& pattern, Triangle triangle, const Schedule& schedule);

  StreamView view() const { return {rows_.data(), offsets_.data(), columns_.data(), position_.data()}; }
  LocalIndex entries() const { return rows_.size() == 0 ? 0 : offsets_.data()[rows_.size()]; }
  std::size_t bytes() const;

 private:
  Array<LocalIndex> rows_;
  Array<LocalIndex> offsets_;
  Array<LocalIndex> columns_;
  std::vector<LocalIndex> position_;
};

}  // namespace trireme::ilu
