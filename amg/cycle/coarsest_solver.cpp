// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/coarsest_solver.hpp"

#include <algorithm>

#include "amg/cycle/dense_inverse.hpp"
#include "amg/kernels/dense_rows.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

struct Entry {
  GlobalIndex row, column;
  double value;
};

std::vector<Entry> own_entries(const MatrixView& matrix, double scale) {
  std::vector<Entry> entries;
  const GlobalIndex begin = matrix.rows->begin();
  for (LocalIndex row = 0; row < matrix.n_rows(); ++row) {
    const auto add = [&](const CsrView& part, auto&& global_column) {
      for (LocalIndex e = part.offsets[row]; e < part.offsets[row + 1]; ++e)
        entries.push_back({begin + row, global_column(part.columns[e]), scale * part.values[e]});
    };
    add(matrix.diagonal, [&](LocalIndex column) { return begin + column; });
    add(matrix.off_diagonal, [&](LocalIndex column) { return matrix.ghost_columns[column]; });
  }
  return entries;
}

}  // namespace

CoarsestSolver::CoarsestSolver(const MatrixView& matrix, double scale)
    : comm_(*matrix.comm), begin_(static_cast<std::size_t>(matrix.rows->begin())) {
  const auto n = static_cast<std::size_t>(matrix.rows->n_global());
  const auto n_owned = static_cast<std::size_t>(matrix.rows->n_owned());
  const comm::CollectiveGuard guard(comm_);
  const auto entries = comm::gather_to_root(comm_, guard.run([&] { return own_entries(matrix, scale); }));
  DenseInverse inverse = guard.run([&] {
    if (!comm_.is_root()) return DenseInverse{};
    std::vector<double> dense(n * n, 0.0);
    for (const Entry& entry : entries)
      dense[static_cast<std::size_t>(entry.column) * n + static_cast<std::size_t>(entry.row)] += entry.value;
    return invert(std::move(dense), static_cast<LocalIndex>(n));
  });
  null_dimension_ = inverse.null_dimension;
  comm::broadcast_value(comm_, null_dimension_);
  comm::broadcast(comm_, inverse.values);
  inverse_rows_.resize(n_owned * n);
  for (std::size_t row = 0; row < n_owned; ++row)
    for (std::size_t column = 0; column < n; ++column)
      inverse_rows_[row * n + column] = inverse.values[column * n + begin_ + row];
  all_b_.resize(n);
}

void CoarsestSolver::solve(std::span<const double> b, std::span<double> x) {
  std::span<double> all(all_b_);
  if (comm_.size() > 1) {
    // Every entry has one owner, so the sums are exact.
    std::ranges::fill(all, 0.0);
    std::ranges::copy(b, all.begin() + static_cast<std::ptrdiff_t>(begin_));
    comm::all_sum_in_place(comm_, all);
    multiply_dense_rows(inverse_rows_, all, x);
  } else {
    multiply_dense_rows(inverse_rows_, b, x);
  }
}

}  // namespace trireme::amg
