// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "optim/kernels/sample_losses.hpp"
#include "optim/kernels/sample_rows.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::optim::kernels {
namespace {

// n rows of n_features; sparse ones keep about a third of the entries, and every seventh row none.
struct SomeRows {
  std::int64_t n, n_features;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values, all;

  SomeRows(std::int64_t rows, std::int64_t features) : n(rows), n_features(features) {
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j < n_features; ++j) {
        const auto x = static_cast<float>(symmetric_hash(1, i, static_cast<std::uint64_t>(j)));
        const bool kept = i % 7 != 6 && symmetric_hash(2, i, static_cast<std::uint64_t>(j)) < -0.3;
        all.push_back(x);
        if (!kept) continue;
        columns.push_back(static_cast<std::int32_t>(j));
        values.push_back(x);
      }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }
  }
  SparseRows sparse() const { return {offsets.data(), columns.data(), values.data()}; }
  DenseRows dense() const { return {all.data(), n_features}; }
};

std::vector<double> numbers(std::size_t n, std::uint64_t seed) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = symmetric_hash(seed, static_cast<GlobalIndex>(i), 9);
  return values;
}

template <class Rows>
void compare_rows(const Rows& rows, std::int64_t n_features, int width) {
  constexpr std::int64_t begin = 3, end = 26;
  const auto n = static_cast<std::size_t>((end - begin) * width),
             d = static_cast<std::size_t>(n_features * width);
  const std::vector<double> w = numbers(d, 3), r = numbers(n, 4);
  std::vector<double> z(n, 7), z_reference(n, 8);
  row_margins(rows, begin, end, w.data(), width, z.data());
  row_margins_reference(rows, begin, end, w.data(), width, z_reference.data());
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(z[i], z_reference[i], 1e-13);

  std::vector<double> sums(d, 0.5), sums_reference(d, 0.5);
  add_columns(rows, begin, end, r.data(), width, 3.0, sums.data());
  add_columns_reference(rows, begin, end, r.data(), width, 3.0, sums_reference.data());
  for (std::size_t j = 0; j < d; ++j) EXPECT_NEAR(sums[j], sums_reference[j], 1e-12);

  std::vector<std::int64_t> cells(d, 5), cells_reference(d, 5);
  add_columns(rows, begin, end, r.data(), width, 0x1p45, cells.data());
  add_columns_reference(rows, begin, end, r.data(), width, 0x1p45, cells_reference.data());
  EXPECT_EQ(cells, cells_reference);
}

TEST(SampleRows, AgreeWithTheirTwins) {
  for (const std::int64_t n_features : {1, 7, 37, 100}) {
    const SomeRows rows(29, n_features);
    for (const int width : {1, 3}) {
      compare_rows(rows.sparse(), n_features, width);
      compare_rows(rows.dense(), n_features, width);
    }
  }
}

// Blocks end where a set of samples or a thread's share ends.
template <class Rows>
void compare_blocks(const Rows& rows, std::int64_t n, std::int64_t n_features) {
  const auto d = static_cast<std::size_t>(n_features), size = static_cast<std::size_t>(n);
  const std::vector<double> w = numbers(d, 3);
  std::vector<double> whole(size), parts(size);
  std::vector<std::int64_t> cells(d), cells_of_parts(d);
  row_margins(rows, 0, n, w.data(), 1, whole.data());
  add_columns(rows, 0, n, whole.data(), 1, 0x1p40, cells.data());
  for (std::int64_t begin = 0, length = 1; begin < n; begin += length++) {
    const std::int64_t end = std::min(n, begin + length);
    row_margins(rows, begin, end, w.data(), 1, parts.data() + begin);
    add_columns(rows, begin, end, parts.data() + begin, 1, 0x1p40, cells_of_parts.data());
  }
  EXPECT_EQ(whole, parts);
  EXPECT_EQ(cells, cells_of_parts);
}

TEST(SampleRows, HaveTheSameBitsInBlocksOfAnyLength) {
  for (const std::int64_t n_features : {7, 37, 100}) {
    const SomeRows rows(29, n_features);
    compare_blocks(rows.sparse(), 29, n_features);
    compare_blocks(rows.dense(), 29, n_features);
  }
}

TEST(SampleRows, OfOneValueEachHaveTheSameBitsWithoutTheirValues) {
  SomeRows rows(29, 100);
  std::vector<float> row_values;
  for (std::size_t i = 0; i < 29; ++i) {
    row_values.push_back(0.1f * static_cast<float>(i + 1));
    for (std::int64_t e = rows.offsets[i]; e < rows.offsets[i + 1]; ++e)
      rows.values[static_cast<std::size_t>(e)] = row_values[i];
  }
  SparseRows without = rows.sparse();
  without.values = nullptr;
  without.row_values = row_values.data();
  const std::vector<double> w = numbers(100, 3);
  std::vector<double> z(29), z_without(29), sums(100), sums_without(100);
  std::vector<std::int64_t> cells(100), cells_without(100);
  row_margins(rows.sparse(), 0, 29, w.data(), 1, z.data());
  row_margins(without, 0, 29, w.data(), 1, z_without.data());
  EXPECT_EQ(z, z_without);
  add_columns(rows.sparse(), 0, 29, z.data(), 1, 0x1p40, cells.data());
  add_columns(without, 0, 29, z.data(), 1, 0x1p40, cells_without.data());
  EXPECT_EQ(cells, cells_without);
  add_columns(rows.sparse(), 0, 29, z.data(), 1, 3.0, sums.data());
  add_columns(without, 0, 29, z.data(), 1, 3.0, sums_without.data());
  EXPECT_EQ(sums, sums_without);
}

void expect_close(const std::vector<double>& found, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-15 + 4e-16 * std::fabs(expected[i])) << i;
}

TEST(LogisticLosses, AgreeWithTheirTwin) {
  const std::vector<double> z{0, 0.3, -0.3, 5, -5, 36, -36, 88.7, -90, 700};
  for (const double sign : {1.0, -1.0}) {
    const std::vector<double> y(z.size(), sign);
    const auto n = static_cast<std::int64_t>(z.size());
    std::vector<double> loss(z.size()), residual(z.size()), curvature(z.size());
    std::vector<double> loss2(z.size()), residual2(z.size()), curvature2(z.size());
    logistic_losses(n, z.data(), y.data(), loss.data(), residual.data(), curvature.data());
    logistic_losses_reference(n, z.data(), y.data(), loss2.data(), residual2.data(), curvature2.data());
    expect_close(loss, loss2);
    expect_close(residual, residual2);
    expect_close(curvature, curvature2);
  }
}

TEST(LogisticLosses, AreFiniteForMarginsOfAnySize) {
  const std::vector<double> z{1e3, -1e3, 90, -90, 1e308, -1e308};
  const std::vector<double> y(6, 1.0);
  double loss[6], residual[6], curvature[6];
  logistic_losses(6, z.data(), y.data(), loss, residual, curvature);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(loss[i], z[i] < 0 ? -z[i] : 0, 1e-30 + std::exp(-90.0));
    EXPECT_NEAR(residual[i], z[i] < 0 ? -1 : 0, std::exp(-90.0));
    EXPECT_NEAR(curvature[i], 0, std::exp(-90.0) * 1.01);
  }
}

TEST(SquaredLosses, AgreeWithTheirTwin) {
  const std::vector<double> z = numbers(20, 5), y = numbers(20, 6);
  std::vector<double> a(60), b(60);
  squared_losses(20, z.data(), y.data(), a.data(), a.data() + 20, a.data() + 40);
  squared_losses_reference(20, z.data(), y.data(), b.data(), b.data() + 20, b.data() + 40);
  expect_close(a, b);
}

TEST(SoftmaxLosses, AgreeWithTheirTwins) {
  constexpr int n_classes = 4;
  std::vector<double> z = numbers(40, 7);
  for (double& value : z) value *= 20;
  const std::vector<double> label{0, 1, 2, 3, 0, 1, 2, 3, 3, 3};
  std::vector<double> loss(10), loss2(10), residual(40), residual2(40), p(40), p2(40);
  softmax_losses(10, n_classes, z.data(), label.data(), loss.data(), residual.data(), p.data());
  softmax_losses_reference(10, n_classes, z.data(), label.data(), loss2.data(), residual2.data(), p2.data());
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(loss[i], loss2[i], 1e-14);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_NEAR(residual[i], residual2[i], 1e-14);
    EXPECT_NEAR(p[i], p2[i], 1e-14);
  }
  std::vector<double> t = numbers(40, 8), t2 = t;
  softmax_curvature(10, n_classes, p.data(), t.data());
  softmax_curvature_reference(10, n_classes, p.data(), t2.data());
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(t[i], t2[i], 1e-14);
}

TEST(SoftmaxLosses, AreFiniteForMarginsOfAnySize) {
  const double z[] = {1e308, -1e308, 0, -1e3, 1e3, 0};
  const double label[] = {0, 1};
  double loss[2], residual[6], p[6];
  softmax_losses(2, 3, z, label, loss, residual, p);
  EXPECT_EQ(loss[0], 0);
  EXPECT_EQ(loss[1], 0);
  for (const double r : residual) EXPECT_EQ(r, 0);
}

}  // namespace
}  // namespace trireme::optim::kernels
