// SPDX-License-Identifier: Apache-2.0
// Which coarse points strongly influence a coarse point over at most one point between: the graph that
// aggressive coarsening splits once more (Yang, "On long-range interpolation operators for aggressive
// coarsening", Numer. Linear Algebra Appl. 17 (2010), doi 10.1002/nla.689). Called by distance_two_graph, one
// part of the coarse points on each thread.
#pragma once

#include <span>

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/kernels/row_accumulator.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

struct DistanceTwoInput {
  const Pattern* strong;                                     // of the points
  LocalIndex n_points;                                       // owned
  std::span<const LocalIndex> coarse;                        // owned coarse points, ascending
  const PointType* types;                                    // [n_local]
  const LocalIndex* place;                                   // [n_local]: of coarse points their number
  std::span<const LocalIndex> ghost_offsets, ghost_columns;  // of each ghost, the numbers of the coarse
                                                             // points that strongly influence it
};

// A coupling itself counts as two paths, so that one suffices for either num_paths.
inline constexpr int paths_of_coupling = 2;

// Rows of coarse[row_begin...], until row_end or until the sink has no room; returns the first row not done.
// Columns: the other coarse points that reach the row's over num_paths paths or more; values: how many.
LocalIndex distance_two_rows(const DistanceTwoInput& input, int num_paths, LocalIndex row_begin,
                             LocalIndex row_end, RowAccumulator& row, RowSink& sink);
// paths [coarse.size(), n_numbers] row-major, zero on entry.
void distance_two_reference(const DistanceTwoInput& input, int num_paths, LocalIndex n_numbers,
                            double* paths);

}  // namespace trireme::amg::kernels
