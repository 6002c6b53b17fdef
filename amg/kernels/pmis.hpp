// SPDX-License-Identifier: Apache-2.0
// The loops of PMIS coarsening: De Sterck, Yang, Heys, "Reducing complexity in parallel algebraic multigrid
// preconditioners", SIAM J. Matrix Anal. Appl. 27 (2006), doi 10.1137/040615729, section 4.1. A point's
// weight is the number of points it strongly influences plus a random fraction; here both are one integer,
// and equal ones are told apart by global id. Called by pmis_coarsening, by several threads on disjoint sets
// of points.
#pragma once

#include <cstdint>
#include <span>

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

// The PointTypes, and what a point is before it has one.
enum class PointState : std::int8_t { fine = -1, isolated = 0, coarse = 1, undecided = 2 };

// Adds one to counts[j] for every row in [row_begin, row_end) that has j among its strong columns, for j in
// [count_begin, count_end), or with `outside` for all other j, which other threads may be counting too.
enum class CountWhere { inside, outside };
void count_influenced(const Pattern& strong, LocalIndex row_begin, LocalIndex row_end, LocalIndex count_begin,
                      LocalIndex count_end, CountWhere where, LocalIndex* counts);
void count_influenced_reference(const Pattern& strong, LocalIndex n_rows, LocalIndex* counts);

// weights [n_local]: 0 for points that are decided. For each of `points`, all undecided: sets lost[] to 1,
// for the lighter end of each strong coupling of it to another undecided point.
void knock_out_lighter(const Pattern& strong, const std::uint64_t* weights, const ColumnNumbering& numbering,
                       std::span<const LocalIndex> points, std::int32_t* lost);
void knock_out_lighter_reference(const Pattern& strong, const std::uint64_t* weights,
                                 const ColumnNumbering& numbering, std::span<const LocalIndex> points,
                                 std::int32_t* lost);

// dependent[i] = 1 for those of `points` that a coarse point strongly influences, else 0. states [n_local].
void find_dependent(const Pattern& strong, const PointState* states, std::span<const LocalIndex> points,
                    std::int32_t* dependent);
void find_dependent_reference(const Pattern& strong, const PointState* states,
                              std::span<const LocalIndex> points, std::int32_t* dependent);

}  // namespace trireme::amg::kernels
