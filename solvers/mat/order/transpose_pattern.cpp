// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/order/transpose_pattern.hpp"

#include "solvers/base/types.hpp"

namespace trireme::mat {

template <class Index>
TransposeMap<Index> transpose_pattern(std::span<const Index> offsets, std::span<const Index> columns,
                                      std::size_t n_columns) {
  TransposeMap<Index> map;
  map.offsets.assign(n_columns + 1, 0);
  map.rows.resize(columns.size());
  map.positions.resize(columns.size());
  for (const Index column : columns) ++map.offsets[static_cast<std::size_t>(column) + 1];
  for (std::size_t c = 0; c < n_columns; ++c) map.offsets[c + 1] += map.offsets[c];
  std::vector<Index> next(map.offsets.begin(), map.offsets.end() - 1);
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    for (Index k = offsets[row]; k < offsets[row + 1]; ++k) {
      const auto slot =
          static_cast<std::size_t>(next[static_cast<std::size_t>(columns[static_cast<std::size_t>(k)])]++);
      map.rows[slot] = static_cast<Index>(row);
      map.positions[slot] = k;
    }
  return map;
}

template TransposeMap<LocalIndex> transpose_pattern(std::span<const LocalIndex>, std::span<const LocalIndex>,
                                                    std::size_t);
template TransposeMap<GlobalIndex> transpose_pattern(std::span<const GlobalIndex>,
                                                     std::span<const GlobalIndex>, std::size_t);

}  // namespace trireme::mat
