// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/factor_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/ilu/kernels/block_arithmetic.hpp"

namespace trireme::ilu {
namespace {

// Whether every stored value is finite.
template <class Value>
bool store(const double* from, std::size_t count, Value* to) {
  bool finite = true;
  for (std::size_t v = 0; v < count; ++v) {
    to[v] = static_cast<Value>(from[v]);
    finite &= std::abs(to[v]) <= std::numeric_limits<Value>::max();
  }
  return finite;
}

template <int BS, class Value>
bool factor(int block_size, LocalIndex row, const MatrixRowsView& matrix, const FactorView<Value>& factors,
            const RowWorkspace& work, const PivotRule& rule) {
  const int bs = block_rows<BS>(block_size);
  const std::size_t entries = static_cast<std::size_t>(bs) * bs;
  const StreamView& lower = factors.lower;
  const StreamView& upper = factors.upper;
  const LocalIndex lower_begin = lower.offsets[lower.position[row]];
  const LocalIndex upper_begin = upper.offsets[upper.position[row]];
  const LocalIndex lower_count = lower.offsets[lower.position[row] + 1] - lower_begin;
  const LocalIndex upper_count = upper.offsets[upper.position[row] + 1] - upper_begin;

  // 1. Spread the row of A over the kept pattern.
  for (LocalIndex s = 0; s < lower_count; ++s) work.slot[lower.columns[lower_begin + s]] = s;
  for (LocalIndex s = 0; s < upper_count; ++s) work.slot[upper.columns[upper_begin + s]] = lower_count + s;
  std::fill_n(work.blocks, (lower_count + upper_count) * entries, 0.0);
  const LocalIndex old_row = matrix.old_of_new ? matrix.old_of_new[row] : row;
  for (LocalIndex e = matrix.offsets[old_row]; e < matrix.offsets[old_row + 1]; ++e) {
    const LocalIndex column = matrix.new_of_old ? matrix.new_of_old[matrix.columns[e]] : matrix.columns[e];
    std::copy_n(matrix.values + e * entries, entries, work.blocks + work.slot[column] * entries);
  }

  // 2. Eliminate the finished rows.
  for (LocalIndex s = 0; s < lower_count; ++s) {
    const LocalIndex k = upper.position[lower.columns[lower_begin + s]];
    double* l_ik = work.blocks + s * entries;
    std::copy_n(l_ik, entries, work.scratch);
    block_product<BS>(bs, work.scratch, factors.upper_values + upper.offsets[k] * entries, l_ik);
    for (LocalIndex e = upper.offsets[k] + 1; e < upper.offsets[k + 1]; ++e) {
      const LocalIndex slot = work.slot[upper.columns[e]];
      if (slot >= 0)
        subtract_block_product<BS>(bs, l_ik, factors.upper_values + e * entries,
                                   work.blocks + slot * entries);
    }
  }

  // 3. Invert the diagonal block and store the row.
  bool regular = invert_block(bs, work.blocks + lower_count * entries, work.scratch, rule);
  Value* lower_row = factors.lower_values + lower_begin * entries;
  Value* upper_row = factors.upper_values + upper_begin * entries;
  const double* upper_blocks = work.blocks + lower_count * entries;
  const bool finite_lower = store(work.blocks, lower_count * entries, lower_row);
  const bool finite_upper = store(upper_blocks, upper_count * entries, upper_row);
  if (!finite_lower || !finite_upper) {
    regular = false;
    std::fill_n(lower_row, lower_count * entries, Value{0});
    std::fill_n(upper_row, upper_count * entries, Value{0});
    for (int r = 0; r < bs; ++r) upper_row[r * bs + r] = 1;
  }
  for (LocalIndex s = 0; s < lower_count; ++s) work.slot[lower.columns[lower_begin + s]] = -1;
  for (LocalIndex s = 0; s < upper_count; ++s) work.slot[upper.columns[upper_begin + s]] = -1;
  return regular;
}

}  // namespace

template <class Value>
bool factor_row(int block_size, LocalIndex row, const MatrixRowsView& matrix,
                const FactorView<Value>& factors, const RowWorkspace& work, const PivotRule& rule) {
  switch (block_size) {
    case 1:
      return factor<1>(1, row, matrix, factors, work, rule);
    case 4:
      return factor<4>(4, row, matrix, factors, work, rule);
    case 5:
      return factor<5>(5, row, matrix, factors, work, rule);
    default:
      return factor<0>(block_size, row, matrix, factors, work, rule);
  }
}

template bool factor_row(int, LocalIndex, const MatrixRowsView&, const FactorView<double>&,
                         const RowWorkspace&, const PivotRule&);
template bool factor_row(int, LocalIndex, const MatrixRowsView&, const FactorView<float>&,
                         const RowWorkspace&, const PivotRule&);

}  // namespace trireme::ilu
