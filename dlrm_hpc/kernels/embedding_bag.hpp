// SPDX-License-Identifier: Apache-2.0
// Pools the rows of bags of ids, all tables of a rank in one call: the batched embedding of Kalamkar et al.
// ("Optimizing deep learning recommender systems training on CPU cluster architectures", SC'20). Rows are
// prefetched `rows_ahead` lookups ahead. Called by embedding/. Threaded; the same bits for any thread count,
// since each bag is pooled by one thread in the order of its ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "dlrm_hpc/kernels/row_format.hpp"

namespace trireme::dlrm::kernels {

// Means are sums that the sample's rank divides: only it knows the whole bag.
enum class PoolRows { sum, max };

// A table (or a shard of one) and the bags to pool from it.
struct BagColumn {
  RowFormat format = RowFormat::fp32;
  const void* rows = nullptr;  // [n_rows, width] in that format
  int width = 0;               // values of a row
  PoolRows pooling = PoolRows::sum;
  const std::int64_t* offsets = nullptr;  // [n_samples + 1] into ids
  const std::int64_t* ids = nullptr;      // local rows
  const float* weights = nullptr;         // sum only: of ids, by which their rows are multiplied; null: 1
  std::size_t out_column = 0;             // of the pooled vector within a sample's row of `out`
  std::int64_t* winners = nullptr;  // max only: [n_samples, width], the row each value came from, -1: none
};

inline constexpr int rows_ahead = 12;

// out [n_samples, stride]: the pooled vectors; zeros for empty bags. Columns must not overlap.
void pool_bags(std::span<const BagColumn> columns, std::size_t n_samples, float* out, std::size_t stride);
void pool_bags_reference(std::span<const BagColumn> columns, std::size_t n_samples, float* out,
                         std::size_t stride);

}  // namespace trireme::dlrm::kernels
