// SPDX-License-Identifier: Apache-2.0
// Rows of multipass interpolation (Stueben 1999, "Algebraic multigrid (AMG): an introduction with
// applications", GMD Report 70; Yang 2010, doi 10.1002/nla.689): coarse points are of pass 0, fine points of
// pass p are those with a strong coupling to one of pass p - 1 and to none before. With C_i the strong
// neighbours of i of the pass before and N_i all others but isolated points, row i of P is
//   P_i = -alpha / a_ii sum_{j in C_i} a_ij P_j,
//   alpha = (c + sum_{n in N_i} a_in) / c,   c = sum_{j in C_i} a_ij sum_k P_jk.
// Called by multipass_interpolation, pass after pass, one part of a pass's points on each thread.
#pragma once

#include <cstdint>
#include <span>

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/kernels/row_accumulator.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

inline constexpr LocalIndex no_pass = -1;

// found[k] = 1 when points[k] has a strong neighbour of pass `pass`, else 0. passes [n_local].
void find_next_pass(const Pattern& strong, std::span<const LocalIndex> passes, LocalIndex pass,
                    std::span<const LocalIndex> points, std::span<std::int8_t> found);
void find_next_pass_reference(const Pattern& strong, std::span<const LocalIndex> passes, LocalIndex pass,
                              std::span<const LocalIndex> points, std::span<std::int8_t> found);

// Row i is [begin[i], end[i]) of columns and values.
struct RowStoreView {
  const LocalIndex *begin, *end, *columns;
  const double* values;
};

struct MultipassInput {
  LocalRows matrix;
  const Pattern* strong;
  const PointType* types;    // [n_local]
  const LocalIndex* passes;  // [n_local]
  const double* diagonal;    // [n_rows]
  RowStoreView rows;         // [n_local]: of the points of the pass before
};

// Rows of points[row_begin...], all of pass `pass`, until row_end or until the sink has no room; returns the
// first not done. Empty where c or a_ii is 0.
LocalIndex multipass_rows(const MultipassInput& input, LocalIndex pass, std::span<const LocalIndex> points,
                          LocalIndex row_begin, LocalIndex row_end, RowAccumulator& row, RowSink& sink);
// All passes, for one rank without ghosts: weights [n_rows, n_coarse] row-major, zero on entry. input.passes
// and input.rows are not read. coarse_place [n_rows].
void multipass_reference(const MultipassInput& input, const LocalIndex* coarse_place, LocalIndex n_coarse,
                         double* weights);

}  // namespace trireme::amg::kernels
