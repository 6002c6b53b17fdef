// SPDX-License-Identifier: Apache-2.0
// Rows of R A P where P, in the order of coarse and fine points, is [I; W]:
//   R A P = A_CC + A_CF W + W^T A_FC + W^T A_FF W
// (Park, Smelyanskiy, Yang, Mudigere, Dubey, SC'15, doi 10.1145/2807591.2807603). The columns of A are parted
// beforehand, so that entries in columns of coarse points go to the result directly, without a test, a row of
// P or a product with 1. Called by galerkin_product for ProductForm::cf_permuted.
#pragma once

#include "amg/kernels/product.hpp"
#include "amg/kernels/row_accumulator.hpp"
#include "amg/matrix/csr.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

// The rows of a matrix in two parts.
struct PartedColumns {
  CsrView coarse;  // columns: those of P
  CsrView fine;    // columns: local ones of the matrix
};

// The same, to be filled: offsets are the scanned counts.
struct PartedTarget {
  const LocalIndex *coarse_offsets, *fine_offsets;
  LocalIndex *coarse_columns, *fine_columns;
  double *coarse_values, *fine_values;
};

// place [local columns]: the column of P of those whose row of P is a single 1, else -1. counts [n_rows].
void count_coarse_entries(const LocalRows& a, const LocalIndex* place, LocalIndex row_begin,
                          LocalIndex row_end, LocalIndex* coarse_counts, LocalIndex* fine_counts);
void part_columns(const LocalRows& a, const LocalIndex* place, LocalIndex row_begin, LocalIndex row_end,
                  const PartedTarget& target);

// As triple_product_rows.
LocalIndex cf_product_rows(const CsrView& r, const PartedColumns& a, const CsrView& p,
                           const Contributions& contributions, LocalIndex row_begin, LocalIndex row_end,
                           RowAccumulator& r_a, RowAccumulator& row, RowSink& sink);
// Dense: product [r.n_rows(), p.n_columns], row-major, zero on entry.
void cf_product_rows_reference(const CsrView& r, const PartedColumns& a, const CsrView& p, double* product);

}  // namespace trireme::amg::kernels
