// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>

#include "solvers/ilu/kernels/factor_row.hpp"

namespace trireme::ilu {
namespace {

// Searches instead of the slot array: block of `column` in the row at a position, or -1.
LocalIndex find(const StreamView& stream, LocalIndex row, LocalIndex column) {
  const LocalIndex p = stream.position[row];
  for (LocalIndex e = stream.offsets[p]; e < stream.offsets[p + 1]; ++e)
    if (stream.columns[e] == column) return e;
  return -1;
}

// Entry (r, c) of block e.
template <class T>
T& entry(T* values, int bs, LocalIndex e, int r, int c) {
  return values[(static_cast<std::size_t>(e) * bs + c) * bs + r];
}

}  // namespace

template <class Value>
bool factor_row_reference(int bs, LocalIndex row, const MatrixRowsView& matrix, const FactorView<Value>& f,
                          const RowWorkspace& work, const PivotRule& rule) {
  const LocalIndex l0 = f.lower.offsets[f.lower.position[row]];
  const LocalIndex u0 = f.upper.offsets[f.upper.position[row]];
  const LocalIndex lower_count = f.lower.offsets[f.lower.position[row] + 1] - l0;
  const LocalIndex count = lower_count + f.upper.offsets[f.upper.position[row] + 1] - u0;
  const auto column_of = [&](LocalIndex s) {
    return s < lower_count ? f.lower.columns[l0 + s] : f.upper.columns[u0 + s - lower_count];
  };

  const LocalIndex old_row = matrix.old_of_new ? matrix.old_of_new[row] : row;
  for (LocalIndex s = 0; s < count; ++s) {
    const LocalIndex old_column = matrix.old_of_new ? matrix.old_of_new[column_of(s)] : column_of(s);
    for (int r = 0; r < bs; ++r)
      for (int c = 0; c < bs; ++c) {
        entry(work.blocks, bs, s, r, c) = 0;
        for (LocalIndex e = matrix.offsets[old_row]; e < matrix.offsets[old_row + 1]; ++e)
          if (matrix.columns[e] == old_column)
            entry(work.blocks, bs, s, r, c) = entry(matrix.values, bs, e, r, c);
      }
  }
  for (LocalIndex s = 0; s < lower_count; ++s) {
    const LocalIndex k = column_of(s);
    const LocalIndex d = f.upper.offsets[f.upper.position[k]];
    for (int r = 0; r < bs; ++r)
      for (int c = 0; c < bs; ++c) {
        double sum = entry(work.blocks, bs, s, r, 0) * double{entry(f.upper_values, bs, d, 0, c)};
        for (int m = 1; m < bs; ++m)
          sum += entry(work.blocks, bs, s, r, m) * double{entry(f.upper_values, bs, d, m, c)};
        entry(work.scratch, bs, 0, r, c) = sum;
      }
    for (int v = 0; v < bs * bs; ++v)
      work.blocks[static_cast<std::size_t>(s) * bs * bs + v] = work.scratch[v];
    for (LocalIndex t = s + 1; t < count; ++t) {
      const LocalIndex e = find(f.upper, k, column_of(t));
      if (e < 0) continue;
      for (int r = 0; r < bs; ++r)
        for (int c = 0; c < bs; ++c)
          for (int m = 0; m < bs; ++m)
            entry(work.blocks, bs, t, r, c) -=
                entry(work.blocks, bs, s, r, m) * double{entry(f.upper_values, bs, e, m, c)};
    }
  }
  bool regular = invert_block_reference(bs, &entry(work.blocks, bs, lower_count, 0, 0), work.scratch, rule);
  const auto stored = [&](LocalIndex s, int r, int c) -> Value& {
    return s < lower_count ? entry(f.lower_values, bs, l0 + s, r, c)
                           : entry(f.upper_values, bs, u0 + s - lower_count, r, c);
  };
  bool finite = true;
  for (LocalIndex s = 0; s < count; ++s)
    for (int r = 0; r < bs; ++r)
      for (int c = 0; c < bs; ++c) {
        stored(s, r, c) = static_cast<Value>(entry(work.blocks, bs, s, r, c));
        if (!std::isfinite(stored(s, r, c))) finite = false;
      }
  if (!finite)
    for (LocalIndex s = 0; s < count; ++s)
      for (int r = 0; r < bs; ++r)
        for (int c = 0; c < bs; ++c) stored(s, r, c) = s == lower_count && r == c ? 1 : 0;
  if (!finite) regular = false;
  return regular;
}

template bool factor_row_reference(int, LocalIndex, const MatrixRowsView&, const FactorView<double>&,
                                   const RowWorkspace&, const PivotRule&);
template bool factor_row_reference(int, LocalIndex, const MatrixRowsView&, const FactorView<float>&,
                                   const RowWorkspace&, const PivotRule&);

}  // namespace trireme::ilu
