// SPDX-License-Identifier: Apache-2.0
// Hybrid Gauss-Seidel on packed rows: Gauss-Seidel inside a block, Jacobi between blocks and ranks and inside
// a run of rows, with a diagonal D' that may be larger than the matrix's own D (Baker, Falgout, Kolev, Yang,
// "Multigrid smoothers for ultraparallel computing", SIAM J. Sci. Comput. 33, 2011, doi 10.1137/100798806,
// section 6). With L, U the triangles inside the blocks and O the entries outside or inside a run, one
// forward sweep is
//   x <- x + (L + D')^-1 (b - (L + D + U + O) x),
// a backward sweep the same with U + D'. Called by smooth/smoother. Local to the rank; O(nonzeros).
//
// Vectors: b, r [n_rows]; x [n_rows + n_ghosts]. Value: float or double. Results do not depend on `shares`,
// the blocks of each thread.
#pragma once

#include <span>

#include "amg/kernels/packed_rows.hpp"

namespace trireme::amg {

template <class Value>
struct SweepDiagonal {
  const Value* inverse = nullptr;  // [n_rows]: 1 / D'
  const Value* excess = nullptr;   // [n_outer]: D' - D, which only rows with outer entries have
};

// One sweep from x = 0, whose old contents are not used: x = (L + D')^-1 b, or (U + D')^-1 b. Reads one
// triangle.
template <class Value>
void sweep_from_zero(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
                     std::span<const LocalIndex> shares, const Value* b, Value* x);
template <class Value>
void sweep_from_zero_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                               SweepDirection direction, const Value* b, Value* x);

// r = b - A x where x = sweep_from_zero(b) in the same direction, which needs neither b nor the triangle that
// the sweep has read: forward, r = (D' - D - U - O) x. The ghosts of x must be there. r and x differ.
template <class Value>
void residual_after_sweep_from_zero(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                                    SweepDirection direction, std::span<const LocalIndex> shares,
                                    const Value* x, Value* r);
template <class Value>
void residual_after_sweep_from_zero_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d,
                                              SweepDirection direction, const Value* x, Value* r);

// One sweep from the guess x, ghosts included. b is changed during the call and has its values again after
// it. Scratch: outer_sums [a.n_outer_sums()], kept [n_outer].
template <class Value>
void sweep(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
           std::span<const LocalIndex> shares, Value* b, Value* x, Value* outer_sums, Value* kept);
// b stays constant; old_x [n_rows + n_ghosts]: the guess, another array than x.
template <class Value>
void sweep_reference(const PackedRowsView<Value>& a, const SweepDiagonal<Value>& d, SweepDirection direction,
                     const Value* b, const Value* old_x, Value* x);

}  // namespace trireme::amg
