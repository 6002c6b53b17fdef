// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/pmis.hpp"

#include <atomic>

namespace trireme::amg::kernels {

void count_influenced(const Pattern& strong, LocalIndex row_begin, LocalIndex row_end, LocalIndex count_begin,
                      LocalIndex count_end, CountWhere where, LocalIndex* counts) {
  const LocalIndex* const columns = strong.columns.data();
  for (LocalIndex row = row_begin; row < row_end; ++row)
    for (LocalIndex k = strong.begin[row]; k < strong.end[row]; ++k) {
      const LocalIndex column = columns[k];
      const bool inside = column >= count_begin && column < count_end;
      if (where == CountWhere::inside && inside)
        ++counts[column];
      else if (where == CountWhere::outside && !inside)
        std::atomic_ref(counts[column]).fetch_add(1, std::memory_order_relaxed);
    }
}

void knock_out_lighter(const Pattern& strong, const std::uint64_t* weights, const ColumnNumbering& numbering,
                       std::span<const LocalIndex> points, std::int32_t* lost) {
  const LocalIndex* const columns = strong.columns.data();
  // Threads may knock out the same point: all write the same value.
  const auto knock_out = [&](LocalIndex point) {
    std::atomic_ref(lost[point]).store(1, std::memory_order_relaxed);
  };
  for (const LocalIndex point : points) {
    const std::uint64_t own = weights[point];
    bool heaviest = true;
    for (LocalIndex k = strong.begin[point]; k < strong.end[point]; ++k) {
      const LocalIndex other = columns[k];
      const std::uint64_t weight = weights[other];
      if (weight == 0) continue;
      if (weight < own || (weight == own && numbering.global(other) < numbering.global(point)))
        knock_out(other);
      else
        heaviest = false;
    }
    if (!heaviest) knock_out(point);
  }
}

void find_dependent(const Pattern& strong, const PointState* states, std::span<const LocalIndex> points,
                    std::int32_t* dependent) {
  for (const LocalIndex point : points) {
    dependent[point] = 0;
    for (LocalIndex k = strong.begin[point]; k < strong.end[point]; ++k)
      if (states[strong.columns[k]] == PointState::coarse) {
        dependent[point] = 1;
        break;
      }
  }
}

}  // namespace trireme::amg::kernels
