// SPDX-License-Identifier: Apache-2.0
// Written from the definition, entry by entry, with no code shared with the kernel.
#include <algorithm>
#include <cmath>

#include "amg/kernels/smoothed_rows.hpp"

namespace trireme::amg::kernels {
namespace {

bool is_weak(const FilteredMatrix& matrix, std::size_t row, std::size_t other, double value) {
  if (matrix.largest.empty() || row == other) return false;
  const bool enough_here = std::abs(value) >= matrix.threshold * matrix.largest[row];
  const bool enough_there = std::abs(value) >= matrix.threshold * matrix.largest[other];
  return value == 0 || (!enough_here && !enough_there);
}

// f(local column, value) for the entries of a row in one part.
template <class F>
void visit(const CsrView& part, std::size_t first_column, std::size_t row, F&& f) {
  for (LocalIndex k = part.offsets[row]; k < part.offsets[row + 1]; ++k)
    f(first_column + static_cast<std::size_t>(part.columns[static_cast<std::size_t>(k)]),
      part.values[static_cast<std::size_t>(k)]);
}

template <class F>
void visit_both(const FilteredMatrix& matrix, std::size_t row, F&& f) {
  visit(matrix.diagonal, 0, row, f);
  visit(matrix.off_diagonal, static_cast<std::size_t>(matrix.n_rows()), row, f);
}

}  // namespace

void scaled_rows_reference(const FilteredMatrix& matrix, std::span<double> diagonal, std::span<double> sums) {
  for (std::size_t row = 0; row < diagonal.size(); ++row) {
    double own = 0, weak = 0, strong = 0;
    visit_both(matrix, row, [&](std::size_t other, double value) {
      if (other == row)
        own = value;
      else if (is_weak(matrix, row, other, value))
        weak += value;
      else
        strong += std::abs(value);
    });
    const bool enough = own > 0 ? own + weak >= 0.1 * own : own + weak <= 0.1 * own;
    diagonal[row] = own != 0 && enough ? own + weak : own;
    sums[row] = diagonal[row] == 0 ? 0 : 1 + strong / std::abs(diagonal[row]);
  }
}

void smoothed_rows_reference(const SmoothedRows& rows, std::span<double> dense) {
  const auto width = static_cast<std::size_t>(rows.width);
  const std::size_t n_columns =
      static_cast<std::size_t>(rows.n_owned_aggregates + rows.n_foreign_aggregates) * width;
  std::fill(dense.begin(), dense.end(), 0.0);
  const auto add = [&](std::size_t row, std::size_t other, double factor) {
    if (rows.aggregate[other] < 0) return;
    for (std::size_t c = 0; c < width; ++c)
      dense[row * n_columns + static_cast<std::size_t>(rows.aggregate[other]) * width + c] +=
          factor * rows.basis[other * width + c];
  };
  for (std::size_t row = 0; row < rows.scale.size(); ++row) {
    if (rows.aggregate[row] < 0) continue;
    add(row, row, 1);
    if (rows.scale[row] == 0) continue;
    add(row, row, -rows.damping);
    visit_both(rows.matrix, row, [&](std::size_t other, double value) {
      if (other != row && !is_weak(rows.matrix, row, other, value))
        add(row, other, -rows.damping * value / rows.scale[row]);
    });
  }
}

}  // namespace trireme::amg::kernels
