// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/embedding_bag.hpp"

namespace trireme::dlrm::kernels {
namespace {

float value_at(const BagColumn& column, std::int64_t row, std::size_t d) {
  const std::size_t place = static_cast<std::size_t>(row) * static_cast<std::size_t>(column.width) + d;
  if (column.format == RowFormat::fp32) return static_cast<const float*>(column.rows)[place];
  if (column.format == RowFormat::split_bf16) return to_float(static_cast<const Bf16*>(column.rows)[place]);
  return to_float(static_cast<const Fp16*>(column.rows)[place]);
}

}  // namespace

void pool_bags_reference(std::span<const BagColumn> columns, std::size_t n_samples, float* out,
                         std::size_t stride) {
  for (const BagColumn& column : columns)
    for (std::size_t s = 0; s < n_samples; ++s)
      for (std::size_t d = 0; d < static_cast<std::size_t>(column.width); ++d) {
        float pooled = 0;
        std::int64_t winner = -1;
        for (std::int64_t k = column.offsets[s]; k < column.offsets[s + 1]; ++k) {
          const float value = value_at(column, column.ids[k], d);
          if (column.pooling == PoolRows::sum) {
            pooled += column.weights ? column.weights[k] * value : value;
          } else if (winner < 0 || value > pooled) {
            pooled = value;
            winner = column.ids[k];
          }
        }
        out[s * stride + column.out_column + d] = pooled;
        if (column.winners) column.winners[s * static_cast<std::size_t>(column.width) + d] = winner;
      }
}

}  // namespace trireme::dlrm::kernels
