// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/strength.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::amg::kernels {
namespace {

struct RowFacts {
  double diagonal = 0, sum = 0, largest = 0, smallest = 0;  // extrema of the couplings and 0
};

RowFacts look_at(const LocalRows& matrix, LocalIndex row) {
  RowFacts facts;
  matrix.for_entries(row, [&](LocalIndex column, double value) {
    facts.sum += value;
    const bool is_diagonal = column == row;
    facts.diagonal = is_diagonal ? value : facts.diagonal;
    const double coupling = is_diagonal ? 0.0 : value;
    facts.largest = std::max(facts.largest, coupling);
    facts.smallest = std::min(facts.smallest, coupling);
  });
  return facts;
}

}  // namespace

void strong_rows(const LocalRows& matrix, const StrengthCriterion& criterion, LocalIndex row_begin,
                 LocalIndex row_end, LocalIndex first, double* diagonal, LocalIndex* begin, LocalIndex* end,
                 LocalIndex* columns) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    const RowFacts facts = look_at(matrix, row);
    diagonal[row] = facts.diagonal;
    begin[row] = first;
    const bool dominated =
        criterion.max_row_sum < 1 && std::fabs(facts.sum) > criterion.max_row_sum * std::fabs(facts.diagonal);
    if (!dominated) {
      const bool negative = facts.diagonal < 0;
      const double sign = negative ? 1.0 : -1.0;
      const double bound = criterion.threshold * (negative ? facts.largest : -facts.smallest);
      // Written always, kept when strong: no branch to mispredict. The diagonal is kept back by its sign or,
      // where it is zero, by the bound, which is never below zero.
      matrix.for_entries(row, [&](LocalIndex column, double value) {
        columns[first] = column;
        first += sign * value > bound ? 1 : 0;
      });
    }
    end[row] = first;
  }
}

}  // namespace trireme::amg::kernels
