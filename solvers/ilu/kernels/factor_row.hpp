// SPDX-License-Identifier: Apache-2.0
// One row of the incomplete block factorization, the IKJ variant (Y. Saad, Iterative Methods for Sparse
// Linear Systems, 2nd ed., algorithm 10.3, on blocks): the row of A is spread over the kept pattern, finished
// rows k are eliminated in ascending order, L_ik = A_ik D_k^-1, A_ij -= L_ik U_kj, and the diagonal block is
// inverted. Called by the threaded factorization once the rows named in L_i are finished.
//
// Value is double or float: factors are stored so, a row is computed in double from stored rows.
#pragma once

#include "solvers/base/types.hpp"
#include "solvers/ilu/kernels/invert_block.hpp"
#include "solvers/ilu/kernels/stream_view.hpp"

namespace trireme::ilu {

// A block-compressed-row matrix in the caller's numbering; blocks column-major. The orders are null when
// natural.
struct MatrixRowsView {
  const LocalIndex* offsets;     // [rows + 1]
  const LocalIndex* columns;     // [offsets[rows]]
  const double* values;          // [offsets[rows] * block_size * block_size]
  const LocalIndex* old_of_new;  // [rows] or null
  const LocalIndex* new_of_old;  // [rows] or null
};

template <class Value>
struct FactorView {
  StreamView lower;
  Value* lower_values;
  StreamView upper;
  Value* upper_values;
};

// Owned by one thread.
struct RowWorkspace {
  LocalIndex* slot;  // [rows] all -1 between calls
  double* blocks;    // [longest row of L and U together * block_size * block_size]
  double* scratch;   // [2 * block_size * block_size]
};

// False when the diagonal block is singular (the identity then stands for its inverse) or when a value of the
// row is not finite as a Value (the row then is that of the identity), so that no later row is poisoned.
template <class Value>
bool factor_row(int block_size, LocalIndex row, const MatrixRowsView& matrix,
                const FactorView<Value>& factors, const RowWorkspace& work, const PivotRule& rule);
template <class Value>
bool factor_row_reference(int block_size, LocalIndex row, const MatrixRowsView& matrix,
                          const FactorView<Value>& factors, const RowWorkspace& work, const PivotRule& rule);

}  // namespace trireme::ilu
