// SPDX-License-Identifier: Apache-2.0
// Rows of R A P whose patterns are all known: the patterns of the rows of R A and of the product are stored,
// so that a row is a stream of multiply-adds into two dense rows, without asking for any entry whether it is
// the first of its column. Called by ProductPlan when the values of a matrix have changed. Sums run in the
// order of triple_product_rows, so the results have the same bits.
#pragma once

#include <cstdint>

#include "amg/matrix/csr.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

// Rows of column numbers, more of them than 32 bits may count.
struct RowPattern {
  Array<std::int64_t> offsets;  // [n_rows + 1]
  Array<LocalIndex> columns;
};

// Which columns row i of B has in the rows that `left` lists for each row, in the order in which they first
// come up. Both for rows [row_begin, row_end); met [columns of B]: no entry in the range of tags
// [-2 - row_end, row_end) on entry except -1. The first counts into counts[row], the second writes
// columns[offsets[row]...].
void count_product_columns(const std::int64_t* left_offsets, const LocalIndex* left_columns,
                           const LocalRows& right, LocalIndex row_begin, LocalIndex row_end, LocalIndex* met,
                           std::int64_t* counts);
void fill_product_columns(const std::int64_t* left_offsets, const LocalIndex* left_columns,
                          const LocalRows& right, LocalIndex row_begin, LocalIndex row_end, LocalIndex* met,
                          const std::int64_t* offsets, LocalIndex* columns);

struct PlannedProduct {
  CsrView r;  // its columns are rows of a
  LocalRows a;
  const RowPattern* r_a;  // of its rows, in local columns of a
  CsrView p;              // a row for every local column of a
  // What other ranks contribute, after a row's own terms; null where there is none. Entry k of a row is
  // foreign_values[foreign_source[k]].
  const LocalIndex *foreign_offsets = nullptr, *foreign_columns = nullptr, *foreign_source = nullptr;
  const double* foreign_values = nullptr;
};

// Where the rows go. ghost_offsets null: one part. ghost_place: of ghost columns, in columns of p.
struct ProductTarget {
  const LocalIndex *offsets, *columns;
  double* values;
  const LocalIndex *ghost_offsets = nullptr, *ghost_columns = nullptr, *ghost_place = nullptr;
  double* ghost_values = nullptr;
};

// A sum that has not begun: x + y has the bits of y, also where y is a zero.
inline constexpr double empty_sum = -0.0;

// Rows [row_begin, row_end). row_of_r_a [columns of a] and row [columns of p]: empty_sum on entry and again
// on return. The target's pattern holds every column that comes up.
void planned_product_rows(const PlannedProduct& plan, LocalIndex row_begin, LocalIndex row_end,
                          double* row_of_r_a, double* row, const ProductTarget& target);
// Dense: product [r.n_rows(), p.n_columns] row-major, zero on entry.
void planned_product_rows_reference(const PlannedProduct& plan, double* product);

}  // namespace trireme::amg::kernels
