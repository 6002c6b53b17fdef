// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/planned_product.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/matrix/transpose.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

constexpr LocalIndex n = 60, n_coarse = 25;

RowPattern columns_of_product(const CsrView& left, const LocalRows& right, LocalIndex n_columns) {
  const std::vector<std::int64_t> offsets(left.offsets.begin(), left.offsets.end());
  RowPattern pattern;
  const LocalIndex n_rows = left.n_rows();
  pattern.offsets.assign(static_cast<std::size_t>(n_rows) + 1, 0);
  std::vector<LocalIndex> met(static_cast<std::size_t>(n_columns), -1);
  count_product_columns(offsets.data(), left.columns.data(), right, 0, n_rows, met.data(),
                        pattern.offsets.data());
  std::int64_t sum = 0;
  for (auto& offset : pattern.offsets) sum += std::exchange(offset, sum);
  pattern.columns.resize(static_cast<std::size_t>(sum));
  fill_product_columns(offsets.data(), left.columns.data(), right, 0, n_rows, met.data(),
                       pattern.offsets.data(), pattern.columns.data());
  return pattern;
}

TEST(PlannedProduct, EqualsTheReferenceAndLeavesItsRowsEmpty) {
  const auto a = test::make_square(n, test::scattered(n, n, 8, 1));
  const auto p = test::make_matrix(test::uneven_partition(n), test::uneven_partition(n_coarse),
                                   test::scattered(n, n_coarse, 3, 2));
  const Csr r = transpose_rows(p.diagonal.view());
  const MatrixView a_view = a.view();
  const auto pattern = columns_of_product(r.view(), LocalRows(a_view), n);
  // Two contributions to row 3, in the reverse order of their arrival.
  std::vector<LocalIndex> foreign_offsets(n_coarse + 1, 0), foreign_columns{7, 7}, foreign_source{1, 0};
  std::fill(foreign_offsets.begin() + 4, foreign_offsets.end(), 2);
  const std::vector<double> foreign_values{0.5, 0.25};
  PlannedProduct plan{r.view(), LocalRows(a_view), &pattern, p.diagonal.view()};
  plan.foreign_offsets = foreign_offsets.data();
  plan.foreign_columns = foreign_columns.data();
  plan.foreign_source = foreign_source.data();
  plan.foreign_values = foreign_values.data();

  // A target of two parts, full rows: even columns in the first, odd ones in the second, backwards.
  std::vector<LocalIndex> offsets{0}, columns, ghost_offsets{0}, ghost_columns, ghost_place;
  for (LocalIndex odd = 1; odd < n_coarse; odd += 2) ghost_place.insert(ghost_place.begin(), odd);
  for (LocalIndex row = 0; row < n_coarse; ++row) {
    for (LocalIndex even = 0; even < n_coarse; even += 2) columns.push_back(even);
    for (LocalIndex ghost = 0; ghost < n_coarse / 2; ++ghost) ghost_columns.push_back(ghost);
    offsets.push_back(static_cast<LocalIndex>(columns.size()));
    ghost_offsets.push_back(static_cast<LocalIndex>(ghost_columns.size()));
  }
  std::vector<double> values(columns.size()), ghost_values(ghost_columns.size());
  std::vector<double> row_of_r_a(n, empty_sum), row(n_coarse, empty_sum);
  for (const LocalIndex cut : {0, 11}) {
    const ProductTarget target{offsets.data(),       columns.data(),       values.data(),
                               ghost_offsets.data(), ghost_columns.data(), ghost_place.data(),
                               ghost_values.data()};
    planned_product_rows(plan, 0, cut, row_of_r_a.data(), row.data(), target);
    planned_product_rows(plan, cut, n_coarse, row_of_r_a.data(), row.data(), target);
  }
  for (const auto& rest : {row_of_r_a, row})
    for (const double sum : rest) EXPECT_TRUE(sum == 0 && std::signbit(sum));

  std::vector<double> found(n_coarse * n_coarse, 0.0), expected(n_coarse * n_coarse, 0.0);
  for (LocalIndex i = 0; i < n_coarse; ++i) {
    double* const dense = found.data() + i * n_coarse;
    for (LocalIndex k = offsets[i]; k < offsets[i + 1]; ++k) dense[columns[k]] = values[k];
    for (LocalIndex k = ghost_offsets[i]; k < ghost_offsets[i + 1]; ++k)
      dense[ghost_place[ghost_columns[k]]] = ghost_values[k];
  }
  planned_product_rows_reference(plan, expected.data());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

}  // namespace
}  // namespace trireme::amg::kernels
