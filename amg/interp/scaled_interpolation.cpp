// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/scaled_interpolation.hpp"

#include <array>
#include <cmath>

#include "amg/kernels/kept_scaling.hpp"
#include "amg/kernels/strong_mask.hpp"
#include "amg/matrix/local_rows.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

// A scaling is used if it explains at least this part of the change of the row sums.
constexpr double share_to_explain = 0.5;

// [columns + ghosts] of a matrix, with the ghosts' values brought from their owners.
Array<double> with_ghosts(const MatrixView& matrix, const Array<double>& own) {
  const comm::CollectiveGuard guard(*matrix.comm);
  Array<double> all;
  guard.run([&] {
    all.resize(own.size() + static_cast<std::size_t>(matrix.n_ghosts()));
    threads::parallel_for(own.size(), [&](std::size_t i) { all[i] = own[i]; });
  });
  if (matrix.comm->size() == 1) return all;
  comm::HaloExchange<double> halo(*matrix.comm, matrix.plan, 1);
  const std::span<double> values(all);
  halo.start(std::span<const double>(values.first(own.size())), values.subspan(own.size())).finish();
  return all;
}

void scale_part(const Csr& pattern, const Array<double>& original, const double* t, bool by_rows,
                Array<double>& values) {
  for_row_parts(row_parts(pattern.offsets), [&](int, LocalIndex begin, LocalIndex end) {
    if (by_rows)
      kernels::scale_rows(pattern.offsets.data(), t, begin, end, original.data(), values.data());
    else
      kernels::scale_columns(pattern.offsets.data(), pattern.columns.data(), t, begin, end, original.data(),
                             values.data());
  });
}

}  // namespace

ScaledInterpolation::ScaledInterpolation(const MatrixView& matrix) {
  const LocalRows rows(matrix);
  const auto n = static_cast<std::size_t>(rows.n_rows);
  Array<std::int8_t> signs(n);
  diagonal_.resize(n);
  row_sums_.resize(n);
  for_row_parts(row_parts(matrix.diagonal.offsets), [&](int, LocalIndex begin, LocalIndex end) {
    kernels::diagonal_signs(rows, begin, end, signs.data(), diagonal_.data());
    kernels::row_sums(rows, begin, end, row_sums_.data());
  });
}

void ScaledInterpolation::keep_original(const DistributedMatrix& p, const DistributedMatrix& r) {
  if (!p_.diagonal.empty() || !p_.off_diagonal.empty()) return;
  p_ = {p.diagonal.values, p.off_diagonal.values};
  r_ = {r.diagonal.values, r.off_diagonal.values};
}

bool ScaledInterpolation::fit(const MatrixView& matrix, const Array<double>& diagonal, DistributedMatrix& p,
                              DistributedMatrix& r) {
  const comm::CollectiveGuard guard(*matrix.comm);
  Array<double> scaling;
  guard.run([&] {
    scaling.resize(diagonal.size());
    threads::parallel_for(diagonal.size(), [&](std::size_t i) {
      scaling[i] = diagonal[i] == 0 ? 1.0 : std::sqrt(diagonal_[i] / diagonal[i]);
    });
  });
  const Array<double> t = with_ghosts(matrix, scaling);
  std::array<double, 2> changes{};
  guard.run([&] {
    const LocalRows rows(matrix);
    threads::fixed_chunk_sums(rows.n_rows, std::span<double>(changes),
                              [&](LocalIndex begin, LocalIndex end, std::span<double> sums) {
                                const auto of_chunk =
                                    kernels::row_sum_changes(rows, t.data(), row_sums_.data(), begin, end);
                                sums[0] += of_chunk.plain;
                                sums[1] += of_chunk.scaled;
                              });
  });
  const double plain = comm::all_sum(*matrix.comm, changes[0]);
  const double scaled = comm::all_sum(*matrix.comm, changes[1]);
  const bool fits = scaled < (1 - share_to_explain) * plain;
  if (!fits && !is_scaled_) return false;

  const Array<double> of_columns = with_ghosts(r.view(), scaling);
  guard.run([&] {
    keep_original(p, r);
    if (fits) {
      scale_part(p.diagonal, p_.diagonal, t.data(), true, p.diagonal.values);
      scale_part(p.off_diagonal, p_.off_diagonal, t.data(), true, p.off_diagonal.values);
      scale_part(r.diagonal, r_.diagonal, of_columns.data(), false, r.diagonal.values);
      scale_part(r.off_diagonal, r_.off_diagonal, of_columns.data() + scaling.size(), false,
                 r.off_diagonal.values);
    } else {
      p.diagonal.values = p_.diagonal;
      p.off_diagonal.values = p_.off_diagonal;
      r.diagonal.values = r_.diagonal;
      r.off_diagonal.values = r_.off_diagonal;
    }
  });
  is_scaled_ = fits;
  return true;
}

std::size_t ScaledInterpolation::bytes() const {
  return (diagonal_.size() + row_sums_.size() + p_.diagonal.size() + p_.off_diagonal.size() +
          r_.diagonal.size() + r_.off_diagonal.size()) *
         sizeof(double);
}

}  // namespace trireme::amg
