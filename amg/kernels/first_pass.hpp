// SPDX-License-Identifier: Apache-2.0
// The first pass of Ruge and Stueben's coarsening on a block of rows (Ruge and Stueben, "Algebraic
// multigrid", in McCormick (ed.), Multigrid Methods, SIAM 1987, doi 10.1137/1.9781611971057.ch4): the
// undecided point of the greatest measure becomes coarse, those that depend on it become fine, until none is
// left. The measure of a point is the number of undecided points in the block that it strongly influences,
// plus twice that of fine ones. Of equal points the one whose measure changed first goes first, at the start
// the lowest; points of measure 0 become fine. Called by hmis_coarsening, which keeps what blocks could
// decide on their own.
#pragma once

#include <cstdint>

#include "amg/kernels/pmis.hpp"

namespace trireme::amg::kernels {

// Of a block of n points with c couplings among its rows.
struct FirstPassScratch {
  LocalIndex *dependents_begin, *dependents;  // [n + 1], [c]
  LocalIndex *measure, *next, *previous;      // [n]
  LocalIndex *head, *tail;                    // [2 n + 1]: of the lists of points of equal measure
};

// states [n_local]: read and written for [begin, end) only, where `undecided` ones become coarse or fine.
// Cost: O(couplings of the block).
void first_pass(const Pattern& strong, LocalIndex begin, LocalIndex end, PointState* states,
                FirstPassScratch& scratch);
// With lists that are searched. Allocates.
void first_pass_reference(const Pattern& strong, LocalIndex begin, LocalIndex end, PointState* states);

// kept[i] = 1 for the points of [begin, end) that `states` has undecided and `tentative` coarse, and whose
// strong couplings to points outside the block are to decided ones only; else 0. Arrays of all local points.
void keep_interior(const Pattern& strong, LocalIndex begin, LocalIndex end, const PointState* states,
                   const PointState* tentative, std::int8_t* kept);
void keep_interior_reference(const Pattern& strong, LocalIndex begin, LocalIndex end,
                             const PointState* states, const PointState* tentative, std::int8_t* kept);

// settled[i] = states[i] for i in [begin, end), but fine for undecided ones with a strong coupling to a
// coarse point.
void settle_dependent(const Pattern& strong, LocalIndex begin, LocalIndex end, const PointState* states,
                      PointState* settled);
void settle_dependent_reference(const Pattern& strong, LocalIndex begin, LocalIndex end,
                                const PointState* states, PointState* settled);

}  // namespace trireme::amg::kernels
