// SPDX-License-Identifier: Apache-2.0
// A splitting of a small matrix on one rank, and interpolation as a dense matrix, for tests of its kernels.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/coarsen/pmis.hpp"
#include "amg/strength/strong_couplings.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::test {

struct SplitLevel {
  SplitLevel(GlobalIndex n, const RowOf& rows, double threshold = 0.25)
      : matrix(make_square(n, rows)),
        view(matrix.view()),
        couplings(find_strong_couplings(view, {threshold, 1.0})),
        types(pmis_coarsening(coupling_graph(view, couplings.strong), 0)),
        coarse(number_coarse_points(coupling_graph(view, couplings.strong), types)) {}

  std::size_t n_coarse() const { return static_cast<std::size_t>(coarse.partition->n_owned()); }

  DistributedMatrix matrix;
  MatrixView view;
  StrongCouplings couplings;
  Array<PointType> types;
  CoarsePoints coarse;
};

inline std::vector<double> dense(const Csr& matrix) {
  const auto n_columns = static_cast<std::size_t>(matrix.n_columns);
  std::vector<double> values((matrix.offsets.size() - 1) * n_columns, 0.0);
  for (std::size_t row = 0; row + 1 < matrix.offsets.size(); ++row)
    for (LocalIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
      values[row * n_columns + static_cast<std::size_t>(matrix.columns[static_cast<std::size_t>(k)])] +=
          matrix.values[static_cast<std::size_t>(k)];
  return values;
}

// Rows of several kinds: stencils, couplings of both signs, rows whose couplings are of very different sizes.
inline std::vector<std::pair<GlobalIndex, RowOf>> interpolation_cases() {
  const auto uneven = [](GlobalIndex id) {
    Row row = laplacian(7, 6, 5, Stencil::box)(id);
    for (auto& entry : row)
      if (entry.column != id) entry.value *= 0.02 + std::abs(symmetric_hash(5, id + entry.column, 3));
    return row;
  };
  const auto both_signs = [](GlobalIndex id) {
    Row row = laplacian(7, 6, 5, Stencil::box)(id);
    for (auto& entry : row)
      if (entry.column != id) entry.value = symmetric_hash(6, id * 1000 + entry.column, 3) - 0.4;
    return row;
  };
  const auto negated = [](GlobalIndex id) {
    Row row = laplacian(7, 6, 5, Stencil::star)(id);
    for (auto& entry : row) entry.value *= id % 3 == 0 ? -1 : 1;
    return row;
  };
  return {{210, laplacian(7, 6, 5, Stencil::box)},
          {210, laplacian(7, 6, 5, Stencil::star, 0)},
          {210, shuffled(uneven)},
          {210, both_signs},
          {210, negated},
          {120, scattered(120, 120, 10, 8)}};
}

}  // namespace trireme::amg::test
