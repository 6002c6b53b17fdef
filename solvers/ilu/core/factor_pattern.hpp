// SPDX-License-Identifier: Apache-2.0
// The nonzero pattern of an incomplete factorization by level of fill: which blocks of L and U are kept.
// Called by the plan of the threaded ILU. The level of an entry follows the usual rule
//   level(i,j) = min over k < min(i,j) of level(i,k) + level(k,j) + 1,   0 where the matrix has an entry,
// (Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., section 10.3.3), row by row, so that the
// pattern is the one PETSc's ILU(k) keeps.
#pragma once

#include <span>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::ilu {

// Compressed rows without values; columns of a row in any order.
struct SparsityView {
  std::span<const LocalIndex> offsets;  // [rows + 1]
  std::span<const LocalIndex> columns;  // [offsets[rows]]

  LocalIndex rows() const { return offsets.empty() ? 0 : static_cast<LocalIndex>(offsets.size()) - 1; }
};

// Rows of L and U together; columns ascend, the diagonal is always present.
struct FactorPattern {
  std::vector<LocalIndex> offsets;   // [rows + 1]
  std::vector<LocalIndex> columns;   // [offsets[rows]]
  std::vector<LocalIndex> diagonal;  // [rows] where in `columns` the diagonal of each row stands

  LocalIndex rows() const { return static_cast<LocalIndex>(diagonal.size()); }
  LocalIndex entries() const { return offsets.empty() ? 0 : offsets.back(); }
};

// An order of elimination and its inverse; both empty for the natural order.
struct Elimination {
  std::vector<LocalIndex> old_of_new;  // [rows]
  std::vector<LocalIndex> new_of_old;  // [rows]

  bool natural() const { return old_of_new.empty(); }
};

// The order in which step s eliminates row old_of_new[s] of the matrix. An identity (or an empty vector)
// becomes the natural order. Throws Error(input) when old_of_new is no permutation of 0..rows-1.
Elimination make_elimination(std::vector<LocalIndex> old_of_new, LocalIndex rows);

// Pattern of ILU(levels) of the matrix whose rows and columns are eliminated in the given order; rows and
// columns of the result are numbered in that order. A missing diagonal entry is added. Throws Error(input)
// for a matrix that is not square or a negative level, Error(limit) when the factors have more than 2^31-1
// entries. Cost: one pass for level 0, else proportional to the elimination work; serial.
FactorPattern factor_pattern(SparsityView matrix, const Elimination& order, int levels);

}  // namespace trireme::ilu
