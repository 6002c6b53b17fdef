// SPDX-License-Identifier: Apache-2.0
// The transposed pattern of a compressed sparse row matrix, with the place of each entry in the original:
// makes products with the transpose a gather, whose sums have a fixed order whatever the thread count. Called
// by mat/local_product, once for each nonzero pattern that is multiplied transposed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trireme::mat {

// Of the columns, entry k in [offsets[c], offsets[c + 1]) of column c stands in row rows[k] and is entry
// positions[k] of the original; rows ascend within a column.
template <class Index>
struct TransposeMap {
  std::vector<Index> offsets;    // [columns + 1]
  std::vector<Index> rows;       // [nonzeros]
  std::vector<Index> positions;  // [nonzeros]
};

// offsets [rows + 1], columns [offsets.back()] with entries in [0, n_columns). Local; O(nonzeros), serial.
template <class Index>
TransposeMap<Index> transpose_pattern(std::span<const Index> offsets, std::span<const Index> columns,
                                      std::size_t n_columns);

}  // namespace trireme::mat
