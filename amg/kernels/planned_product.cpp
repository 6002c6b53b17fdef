// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/planned_product.hpp"

namespace trireme::amg::kernels {
namespace {

// f(column) for each column of row `row` of the product when it first comes up; tag: no entry of `met` on
// entry.
template <class F>
void for_new_columns(const std::int64_t* left_offsets, const LocalIndex* left_columns, const LocalRows& right,
                     LocalIndex row, LocalIndex tag, LocalIndex* met, F&& f) {
  for (std::int64_t k = left_offsets[row]; k < left_offsets[row + 1]; ++k)
    right.for_entries(left_columns[k], [&](LocalIndex column, double) {
      if (met[column] == tag) return;
      met[column] = tag;
      f(column);
    });
}

}  // namespace

void count_product_columns(const std::int64_t* left_offsets, const LocalIndex* left_columns,
                           const LocalRows& right, LocalIndex row_begin, LocalIndex row_end, LocalIndex* met,
                           std::int64_t* counts) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    std::int64_t count = 0;
    for_new_columns(left_offsets, left_columns, right, row, row, met, [&](LocalIndex) { ++count; });
    counts[row] = count;
  }
}

void fill_product_columns(const std::int64_t* left_offsets, const LocalIndex* left_columns,
                          const LocalRows& right, LocalIndex row_begin, LocalIndex row_end, LocalIndex* met,
                          const std::int64_t* offsets, LocalIndex* columns) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    std::int64_t next = offsets[row];
    for_new_columns(left_offsets, left_columns, right, row, -2 - row, met,
                    [&](LocalIndex column) { columns[next++] = column; });
  }
}

void planned_product_rows(const PlannedProduct& plan, LocalIndex row_begin, LocalIndex row_end,
                          double* row_of_r_a, double* row, const ProductTarget& target) {
  const CsrView &r = plan.r, &p = plan.p;
  const LocalIndex *const r_offsets = r.offsets.data(), *const r_columns = r.columns.data();
  const LocalIndex *const p_offsets = p.offsets.data(), *const p_columns = p.columns.data();
  const double *const r_values = r.values.data(), *const p_values = p.values.data();
  const std::int64_t* const left_offsets = plan.r_a->offsets.data();
  const LocalIndex* const left_columns = plan.r_a->columns.data();
  for (LocalIndex coarse = row_begin; coarse < row_end; ++coarse) {
    // 1. The row of R A.
    for (LocalIndex k = r_offsets[coarse]; k < r_offsets[coarse + 1]; ++k) {
      const double weight = r_values[k];
      plan.a.for_entries(r_columns[k],
                         [&](LocalIndex column, double value) { row_of_r_a[column] += weight * value; });
    }
    // 2. Times P.
    for (std::int64_t k = left_offsets[coarse]; k < left_offsets[coarse + 1]; ++k) {
      const LocalIndex fine = left_columns[k];
      const double factor = row_of_r_a[fine];
      row_of_r_a[fine] = empty_sum;
      for (LocalIndex e = p_offsets[fine]; e < p_offsets[fine + 1]; ++e)
        row[p_columns[e]] += factor * p_values[e];
    }
    if (plan.foreign_offsets != nullptr)
      for (LocalIndex k = plan.foreign_offsets[coarse]; k < plan.foreign_offsets[coarse + 1]; ++k)
        row[plan.foreign_columns[k]] += plan.foreign_values[plan.foreign_source[k]];
    // 3. To its place.
    for (LocalIndex k = target.offsets[coarse]; k < target.offsets[coarse + 1]; ++k) {
      double& sum = row[target.columns[k]];
      target.values[k] = sum;
      sum = empty_sum;
    }
    if (target.ghost_offsets == nullptr) continue;
    for (LocalIndex k = target.ghost_offsets[coarse]; k < target.ghost_offsets[coarse + 1]; ++k) {
      double& sum = row[target.ghost_place[target.ghost_columns[k]]];
      target.ghost_values[k] = sum;
      sum = empty_sum;
    }
  }
}

}  // namespace trireme::amg::kernels
