// SPDX-License-Identifier: Apache-2.0
#include "amg/strength/strong_couplings.hpp"

#include "amg/matrix/row_parts.hpp"

namespace trireme::amg {

StrongCouplings find_strong_couplings(const MatrixView& matrix, const kernels::StrengthCriterion& criterion) {
  const LocalRows rows(matrix);
  const auto n = static_cast<std::size_t>(rows.n_rows);
  StrongCouplings found;
  found.diagonal.resize(n);
  found.strong.begin.resize(n);
  found.strong.end.resize(n);
  found.strong.columns.resize(
      static_cast<std::size_t>(matrix.diagonal.n_nonzeros() + matrix.off_diagonal.n_nonzeros()));
  for_row_parts(row_parts(matrix.diagonal.offsets), [&](int, LocalIndex begin, LocalIndex end) {
    kernels::strong_rows(rows, criterion, begin, end, rows.offsets[begin] + rows.ghost_offsets[begin],
                         found.diagonal.data(), found.strong.begin.data(), found.strong.end.data(),
                         found.strong.columns.data());
  });
  return found;
}

}  // namespace trireme::amg
