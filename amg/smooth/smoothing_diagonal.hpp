// SPDX-License-Identifier: Apache-2.0
// The diagonals that smoothers divide by. Enlarged by the l1 norms of what a smoother leaves out of its
// solve, they make it converge for every symmetric positive definite matrix and any number of blocks and
// ranks (Baker, Falgout, Kolev, Yang, "Multigrid smoothers for ultraparallel computing", SIAM J. Sci. Comput.
// 33, 2011, doi 10.1137/100798806, sections 5 and 6). Called by Smoother.
#pragma once

#include "amg/kernels/gauss_seidel.hpp"
#include "amg/kernels/packed_rows.hpp"
#include "amg/matrix/array.hpp"

namespace trireme::amg {

enum class DiagonalRule {
  plain,      // D' = D
  l1_hybrid,  // D' = D + s/2 where s, the sum of |entries| outside the block, exceeds 2/3 of |D|; else D
  l1_full,    // D' = the row's sum of |entries|
};
// Of l1_hybrid. A sweep with M = L + D' converges if M + M' - A = 2 D' - D - O is positive definite, for
// which diagonal dominance suffices: 2 D' - D > s. The rule leaves about D/3 to spare at least, and leaves
// alone the rows of which most couplings lie inside the block.

// With the sign of D. A row whose D' is zero gets the inverse zero: the smoother leaves it at zero.
template <class Value>
struct SmoothingDiagonal {
  Array<Value> inverse;  // [n_rows]
  Array<Value> excess;   // [n_outer] D' - D of outer rows; empty for l1_full

  SweepDiagonal<Value> view() const { return {inverse.data(), excess.data()}; }
};

// Local; O(nonzeros outside blocks), for l1_full O(nonzeros).
template <class Value>
SmoothingDiagonal<Value> make_smoothing_diagonal(const PackedRowsView<Value>& a, DiagonalRule rule);

}  // namespace trireme::amg
