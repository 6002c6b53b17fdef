// SPDX-License-Identifier: Apache-2.0
// Inverses of regular matrices, pseudo-inverses of singular ones.
#include "amg/cycle/dense_inverse.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b, std::size_t n) {
  std::vector<double> c(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i) c[j * n + i] += a[k * n + i] * b[j * n + k];
  return c;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

std::vector<double> chain(std::size_t n, double end) {
  std::vector<double> a(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] = i == 0 || i + 1 == n ? 1 + end : 2;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  return a;
}

TEST(DenseInverse, times_the_matrix_is_one) {
  for (const std::size_t n : {1, 2, 40}) {
    auto unsymmetric = testing::whole_vector(1, n * n);
    for (std::size_t i = 0; i < n; ++i) unsymmetric[i * n + i] += 5;
    for (const auto& a : {unsymmetric, chain(n, 1)}) {
      const auto inverse = invert(a, static_cast<LocalIndex>(n));
      EXPECT_EQ(inverse.null_dimension, 0);
      std::vector<double> one(n * n, 0.0);
      for (std::size_t i = 0; i < n; ++i) one[i * n + i] = 1;
      EXPECT_LT(largest_difference(product(a, inverse.values, n), one), 1e-11);
    }
  }
}

TEST(DenseInverse, of_a_singular_matrix_is_that_of_moore_and_penrose) {
  const std::size_t n = 40;
  const auto a = chain(n, 0);
  const auto inverse = invert(a, static_cast<LocalIndex>(n));
  EXPECT_EQ(inverse.null_dimension, 1);
  EXPECT_LT(largest_difference(product(product(a, inverse.values, n), a, n), a), 1e-10);
  const auto& x = inverse.values;
  EXPECT_LT(largest_difference(product(product(x, a, n), x, n), x), 1e-8);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) ASSERT_EQ(x[i * n + j], x[j * n + i]);
}

TEST(DenseInverse, of_zero_is_zero) {
  const auto inverse = invert(std::vector<double>(9, 0.0), 3);
  EXPECT_EQ(inverse.null_dimension, 3);
  EXPECT_EQ(inverse.values, std::vector<double>(9, 0.0));
  EXPECT_TRUE(invert({}, 0).values.empty());
}

TEST(DenseInverse, keeps_a_small_but_regular_direction) {
  std::vector<double> a{1, 0, 0, 1e-10};
  const auto inverse = invert(a, 2);
  EXPECT_EQ(inverse.null_dimension, 0);
  EXPECT_NEAR(inverse.values[3], 1e10, 1);
}

TEST(DenseInverse, has_the_same_bits_for_any_thread_count) {
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 2, 4}) {
    const threads::ThreadCountScope scope(threads);
    results.push_back(invert(chain(200, 0.1), 200).values);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace trireme::amg
