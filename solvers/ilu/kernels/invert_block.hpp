// SPDX-License-Identifier: Apache-2.0
// Inverts a small dense block in place by Gauss-Jordan elimination with row pivoting (G. H. Golub, C. F. Van
// Loan, Matrix Computations, 4th ed., section 3.4). Called by the row factorization for the diagonal blocks.
#pragma once

namespace trireme::ilu {

// When a diagonal block counts as singular, and what then happens.
struct PivotRule {
  double zero_pivot = 2.220446049250313e-14;  // block size 1: |pivot| <= zero_pivot is a zero pivot; larger
                                              // blocks: only an exact zero (or a value that is not finite) is
  double shift = 0;  // > 0: added to the diagonal of a block with a zero pivot, which is then tried once more
};

// block [block_size * block_size], column-major; replaced by its inverse. False for a zero or non-finite
// pivot: the block then holds the identity, so that what depends on it stays finite. scratch [2 * block_size
// * block_size].
bool invert_block(int block_size, double* block, double* scratch, const PivotRule& rule);
bool invert_block_reference(int block_size, double* block, double* scratch, const PivotRule& rule);

}  // namespace trireme::ilu
