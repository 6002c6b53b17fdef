// SPDX-License-Identifier: Apache-2.0
// The memory in which the threads gather rows of a prolongator. Made by smoothed_interpolation, used by
// kernels/smoothed_rows.
#pragma once

#include <vector>

#include "amg/kernels/row_of_aggregates.hpp"
#include "amg/matrix/array.hpp"

namespace trireme::amg {

class AggregateWorkspace {
 public:
  // longest_row: entries of the matrix's longest row, both parts together.
  AggregateWorkspace(int n_threads, LocalIndex n_aggregates, LocalIndex longest_row, int width) {
    const std::size_t room = static_cast<std::size_t>(longest_row) + 1;
    for (int thread = 0; thread < n_threads; ++thread) {
      Memory& memory = memory_.emplace_back();
      memory.place.assign(static_cast<std::size_t>(n_aggregates), -1);
      memory.met.resize(room);
      memory.values.resize(room * static_cast<std::size_t>(width));
      rows_.emplace_back(memory.place, memory.met, memory.values, width);
    }
  }
  AggregateWorkspace(const AggregateWorkspace&) = delete;
  AggregateWorkspace& operator=(const AggregateWorkspace&) = delete;

  // One for each thread.
  std::span<kernels::RowOfAggregates> rows() noexcept { return rows_; }

 private:
  struct Memory {
    Array<LocalIndex> place, met;
    Array<double> values;
  };
  std::vector<Memory> memory_;
  std::vector<kernels::RowOfAggregates> rows_;
};

}  // namespace trireme::amg
