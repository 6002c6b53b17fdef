// SPDX-License-Identifier: Apache-2.0
#include "optim/kernels/network_layers.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "solvers/base/counter_hash.hpp"

namespace trireme::optim::kernels {
namespace {

std::vector<double> numbers(std::int64_t n, std::uint64_t seed) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    values[static_cast<std::size_t>(i)] = i % 3 == 0 ? 0 : symmetric_hash(seed, i, 9);
  return values;
}

void expect_close(const std::vector<double>& found, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << i;
}

template <class Shape>
void compare(const Shape& shape, std::int64_t n_in, std::int64_t n_out, std::int64_t n_weights) {
  const auto w = numbers(n_weights, 1), a = numbers(n_in, 2), delta = numbers(n_out, 3);
  for (const double bias : {0.0, 1.0}) {
    std::vector<double> z(static_cast<std::size_t>(n_out), 0.5), z_reference = z;
    apply_layer(shape, w.data(), a.data(), bias, z.data());
    apply_layer_reference(shape, w.data(), a.data(), bias, z_reference.data());
    expect_close(z, z_reference);
    std::vector<double> sums(static_cast<std::size_t>(n_weights), 0.5), sums_reference = sums;
    add_layer_outer(shape, delta.data(), a.data(), bias, 3, sums.data());
    add_layer_outer_reference(shape, delta.data(), a.data(), bias, 3, sums_reference.data());
    expect_close(sums, sums_reference);
  }
  std::vector<double> back(static_cast<std::size_t>(n_in), 0.5), back_reference = back;
  transpose_layer(shape, w.data(), delta.data(), back.data());
  transpose_layer_reference(shape, w.data(), delta.data(), back_reference.data());
  expect_close(back, back_reference);
}

TEST(NetworkLayers, DenseOnesAgreeWithTheirTwins) {
  for (const DenseShape& s : {DenseShape{1, 1}, DenseShape{13, 5}, DenseShape{4, 17}}) {
    const std::int64_t n_weights = (s.n_in + std::int64_t{1}) * s.n_out;
    compare(s, s.n_in, s.n_out, n_weights);
    const auto a = numbers(s.n_in, 2), delta = numbers(s.n_out, 3);
    std::vector<std::int64_t> cells(static_cast<std::size_t>(n_weights), 5), reference = cells;
    add_layer_outer(s, delta.data(), a.data(), 1, 0x1p45, cells.data());
    add_layer_outer_reference(s, delta.data(), a.data(), 1, 0x1p45, reference.data());
    EXPECT_EQ(cells, reference);
  }
}

TEST(NetworkLayers, ConvolutionsAgreeWithTheirTwins) {
  for (const int stride : {1, 2})
    for (const int channels : {1, 3}) {
      const ConvolutionShape s{
          .height = 8, .width = 7, .n_channels = channels, .n_filters = 4, .size = 3, .stride = stride};
      EXPECT_EQ(s.out_height(), stride == 1 ? 6 : 3);
      EXPECT_EQ(s.out_width(), stride == 1 ? 5 : 3);
      compare(s, std::int64_t{8} * 7 * channels, std::int64_t{4} * s.out_height() * s.out_width(),
              (std::int64_t{9} * channels + 1) * 4);
    }
}

TEST(NetworkLayers, TermsAgreeWithTheirTwins) {
  const auto values = numbers(19, 4);
  std::vector<std::int64_t> cells(19, 2), cells_reference = cells;
  add_terms(19, values.data(), 0x1p40, cells.data());
  add_terms_reference(19, values.data(), 0x1p40, cells_reference.data());
  EXPECT_EQ(cells, cells_reference);
  std::vector<double> sums(19, 2), sums_reference = sums;
  add_terms(19, values.data(), 3, sums.data());
  add_terms_reference(19, values.data(), 3, sums_reference.data());
  EXPECT_EQ(sums, sums_reference);
}

}  // namespace
}  // namespace trireme::optim::kernels
