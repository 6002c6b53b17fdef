// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/pmis.hpp"

namespace trireme::amg::kernels {

void count_influenced_reference(const Pattern& strong, LocalIndex n_rows, LocalIndex* counts) {
  for (LocalIndex row = 0; row < n_rows; ++row)
    for (LocalIndex k = strong.begin[row]; k < strong.end[row]; ++k) ++counts[strong.columns[k]];
}

void knock_out_lighter_reference(const Pattern& strong, const std::uint64_t* weights,
                                 const ColumnNumbering& numbering, std::span<const LocalIndex> points,
                                 std::int32_t* lost) {
  const auto lighter = [&](LocalIndex a, LocalIndex b) {
    return weights[a] != weights[b] ? weights[a] < weights[b] : numbering.global(a) < numbering.global(b);
  };
  for (const LocalIndex point : points)
    for (LocalIndex k = strong.begin[point]; k < strong.end[point]; ++k) {
      const LocalIndex other = strong.columns[k];
      if (weights[other] != 0) lost[lighter(other, point) ? other : point] = 1;
    }
}

void find_dependent_reference(const Pattern& strong, const PointState* states,
                              std::span<const LocalIndex> points, std::int32_t* dependent) {
  for (const LocalIndex point : points) {
    dependent[point] = 0;
    for (LocalIndex k = strong.begin[point]; k < strong.end[point]; ++k)
      if (states[strong.columns[k]] == PointState::coarse) dependent[point] = 1;
  }
}

}  // namespace trireme::amg::kernels
