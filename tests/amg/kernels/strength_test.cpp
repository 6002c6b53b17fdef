// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/strength.hpp"

#include <gtest/gtest.h>

#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

using test::Row;

struct Found {
  std::vector<double> diagonal;
  std::vector<std::vector<LocalIndex>> strong;
};

using Kernel = decltype(&strong_rows);

Found find(Kernel kernel, const DistributedMatrix& matrix, const StrengthCriterion& criterion) {
  const MatrixView view = matrix.view();
  const LocalRows rows(view);
  const auto n = static_cast<std::size_t>(rows.n_rows);
  Found found{std::vector<double>(n), std::vector<std::vector<LocalIndex>>(n)};
  std::vector<LocalIndex> begin(n), end(n), columns(matrix.diagonal.columns.size() + 1);
  kernel(rows, criterion, 0, rows.n_rows, 0, found.diagonal.data(), begin.data(), end.data(), columns.data());
  for (std::size_t i = 0; i < n; ++i)
    found.strong[i].assign(columns.begin() + begin[i], columns.begin() + end[i]);
  return found;
}

void expect_as_reference(GlobalIndex n, const test::RowOf& rows) {
  const auto matrix = test::make_square(n, rows);
  for (const double threshold : {0.0, 0.25, 0.8})
    for (const double max_row_sum : {0.3, 1.0}) {
      const auto found = find(strong_rows, matrix, {threshold, max_row_sum});
      const auto expected = find(strong_rows_reference, matrix, {threshold, max_row_sum});
      EXPECT_EQ(found.diagonal, expected.diagonal);
      EXPECT_EQ(found.strong, expected.strong);
    }
}

TEST(StrongRows, EqualTheReference) {
  expect_as_reference(60, test::laplacian(5, 4, 3, test::Stencil::box));
  expect_as_reference(80, test::scattered(80, 80, 9, 1));
}

std::vector<LocalIndex> strong_of_row(const Row& row, const StrengthCriterion& criterion) {
  const auto matrix = test::make_square(4, [&](GlobalIndex id) { return id == 1 ? row : Row{}; });
  return find(strong_rows, matrix, criterion).strong[1];
}

TEST(StrongRows, CompareWithTheStrongestOfTheRow) {
  const StrengthCriterion criterion{0.25, 1.0};
  using Columns = std::vector<LocalIndex>;
  EXPECT_EQ(strong_of_row({{0, -4}, {1, 9}, {2, -1}, {3, -1.01}}, criterion), Columns({0, 3}));
  // The same for a negated row, and wherever the diagonal stands.
  EXPECT_EQ(strong_of_row({{3, 1.01}, {0, 4}, {2, 1}, {1, -9}}, criterion), Columns({3, 0}));
  // Couplings of the diagonal's sign are never strong.
  EXPECT_EQ(strong_of_row({{0, 4}, {1, 9}, {2, 1}}, criterion), Columns({}));
  // A missing diagonal counts as positive.
  EXPECT_EQ(strong_of_row({{0, -4}, {2, 4}}, criterion), Columns({0}));
  EXPECT_EQ(strong_of_row({{1, 9}}, criterion), Columns({}));
  EXPECT_EQ(strong_of_row({}, criterion), Columns({}));
}

TEST(StrongRows, LeaveOutRowsThatTheirDiagonalDominates) {
  EXPECT_EQ(strong_of_row({{0, -1}, {1, 20}}, {0.25, 0.9}).size(), 0u);
  EXPECT_EQ(strong_of_row({{0, -1}, {1, 20}}, {0.25, 1.0}).size(), 1u);
  EXPECT_EQ(strong_of_row({{0, -1}, {1, 2}}, {0.25, 0.9}).size(), 1u);
}

}  // namespace
}  // namespace trireme::amg::kernels
