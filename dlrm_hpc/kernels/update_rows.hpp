// SPDX-License-Identifier: Apache-2.0
// Backward pass of bags and optimizer in one: the gradients of all lookups of a row are added in the order of
// samples, and the row is updated once, exactly as if the gradient of the whole table had been formed. No
// such gradient is. Called by embedding/ with sorted lookups. Threaded: each row belongs to one thread, so
// the bits are the same for any thread count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "dlrm_hpc/kernels/row_format.hpp"
#include "dlrm_hpc/kernels/row_rule.hpp"
#include "dlrm_hpc/kernels/sort_lookups.hpp"

namespace trireme::dlrm::kernels {

// A table (or a shard of one) that lookups update.
struct UpdateTable {
  RowFormat format = RowFormat::fp32;
  void* rows = nullptr;                   // [n_rows, width] in that format
  std::uint16_t* lower_halves = nullptr;  // split_bf16: [n_rows, width]
  float* state = nullptr;  // [n_rows, width * state_values(rule)], or [n_rows]: row-wise AdaGrad
  int width = 0;
  std::uint64_t first_key = 0;            // of its row 0; tables ascend
  std::size_t gradient_column = 0;        // within a sample's row of `gradients`
  const std::int64_t* winners = nullptr;  // max pooling: see BagColumn
  std::uint64_t noise_seed = 0;           // fp16: of this table and this step
  std::uint64_t first_row = 0;            // fp16: of this shard in the whole table, so that noise is its own
  std::size_t first_column = 0;
  std::size_t full_width = 0;
  // Row-wise AdaGrad of a table split by columns: the sum of squares over the whole row instead of this
  // shard's, at the place of the row's first lookup among all lookups; null: this shard is the whole row.
  const float* row_squares = nullptr;
};

// gradients [n_samples, stride]: of the pooled vectors. lookups: sorted, each key within a table.
// scratch [threads, 2, scratch_width] floats; scratch_width >= every width.
void update_rows(std::span<const UpdateTable> tables, std::span<const Lookup> lookups, const float* gradients,
                 std::size_t stride, const RuleParameters& rule, float* scratch, std::size_t scratch_width);
void update_rows(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                 const float* gradients, std::size_t stride, const RuleParameters& rule, float* scratch,
                 std::size_t scratch_width);
// Not for maxima.
void update_rows(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                 const float* gradients, std::size_t stride, const RuleParameters& rule, float* scratch,
                 std::size_t scratch_width);
void update_rows_reference(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                           const float* gradients, std::size_t stride, const RuleParameters& rule);
void update_rows_reference(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                           const float* gradients, std::size_t stride, const RuleParameters& rule);

// squares [n lookups]: at each row's first lookup, the sum of squares of its gradient over this shard's
// columns; 0 elsewhere. scratch as above.
void sum_row_squares(std::span<const UpdateTable> tables, std::span<const Lookup> lookups,
                     const float* gradients, std::size_t stride, float* squares, float* scratch,
                     std::size_t scratch_width);
void sum_row_squares(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                     const float* gradients, std::size_t stride, float* squares, float* scratch,
                     std::size_t scratch_width);
void sum_row_squares(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                     const float* gradients, std::size_t stride, float* squares, float* scratch,
                     std::size_t scratch_width);
void sum_row_squares_reference(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                               const float* gradients, std::size_t stride, float* squares);
void sum_row_squares_reference(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                               const float* gradients, std::size_t stride, float* squares);

// Sum of the squares of values [width]: eight sums over every eighth value, added in ascending order.
float sum_of_squares(const float* values, std::size_t width);

}  // namespace trireme::dlrm::kernels
