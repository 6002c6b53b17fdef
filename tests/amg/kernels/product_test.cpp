// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/product.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/matrix/row_workspace.hpp"
#include "amg/matrix/transpose.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

constexpr LocalIndex n = 60, n_coarse = 25;

struct Factors {
  DistributedMatrix a = test::make_square(n, test::scattered(n, n, 8, 1));
  DistributedMatrix p = test::make_matrix(test::uneven_partition(n), test::uneven_partition(n_coarse),
                                          test::scattered(n, n_coarse, 3, 2));
  Csr r = transpose_rows(p.diagonal.view());
  MatrixView a_view = a.view();
  LocalRows a_rows{a_view};
};

// The dense form of rows that a kernel writes into chunks that are too small at first.
template <class Kernel>
std::vector<double> dense_rows(LocalIndex n_rows, Kernel&& kernel) {
  RowChunk chunk;
  std::vector<LocalIndex> counts(static_cast<std::size_t>(n_rows));
  fill_chunk(chunk, 0, n_rows, n_coarse, counts.data(), kernel);
  std::vector<double> dense(static_cast<std::size_t>(n_rows * n_coarse), 0.0);
  std::size_t k = 0;
  for (std::size_t row = 0; row < counts.size(); ++row)
    for (LocalIndex e = 0; e < counts[row]; ++e, ++k)
      dense[row * n_coarse + static_cast<std::size_t>(chunk.columns[k])] += chunk.values[k];
  EXPECT_EQ(k, static_cast<std::size_t>(chunk.used));
  return dense;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

TEST(Product, OfTwoEqualsTheReference) {
  const Factors f;
  AccumulatorMemory memory;
  auto row = memory.prepare(n_coarse);
  const auto found = dense_rows(n, [&](LocalIndex first, RowSink& sink) {
    return multiply_rows(f.a_rows, f.p.diagonal.view(), {}, first, n, row, sink);
  });
  std::vector<double> expected(found.size(), 0.0);
  multiply_rows_reference(f.a_rows, f.p.diagonal.view(), expected.data());
  expect_near(found, expected);
}

TEST(Product, OfThreeEqualsTheReference) {
  const Factors f;
  AccumulatorMemory inner, outer;
  auto left = inner.prepare(n), row = outer.prepare(n_coarse);
  const auto found = dense_rows(n_coarse, [&](LocalIndex first, RowSink& sink) {
    return triple_product_rows(f.r.view(), f.a_rows, f.p.diagonal.view(), {}, first, n_coarse, left, row,
                               sink);
  });
  std::vector<double> expected(found.size(), 0.0);
  triple_product_rows_reference(f.r.view(), f.a_rows, f.p.diagonal.view(), expected.data());
  expect_near(found, expected);
}

TEST(Product, AddsContributionsOfOthers) {
  const Factors f;
  const auto more = test::make_matrix(test::uneven_partition(n_coarse), test::uneven_partition(n_coarse),
                                      test::scattered(n_coarse, n_coarse, 2, 9));
  AccumulatorMemory inner, outer;
  auto left = inner.prepare(n), row = outer.prepare(n_coarse);
  const auto found = dense_rows(n_coarse, [&](LocalIndex first, RowSink& sink) {
    return triple_product_rows(f.r.view(), f.a_rows, f.p.diagonal.view(), more.diagonal.view(), first,
                               n_coarse, left, row, sink);
  });
  std::vector<double> expected(found.size(), 0.0);
  triple_product_rows_reference(f.r.view(), f.a_rows, f.p.diagonal.view(), expected.data());
  for (std::size_t i = 0; i < n_coarse; ++i)
    for (LocalIndex k = more.diagonal.offsets[i]; k < more.diagonal.offsets[i + 1]; ++k) {
      const auto place = static_cast<std::size_t>(k);
      expected[i * n_coarse + static_cast<std::size_t>(more.diagonal.columns[place])] +=
          more.diagonal.values[place];
    }
  expect_near(found, expected);
}

}  // namespace
}  // namespace trireme::amg::kernels
