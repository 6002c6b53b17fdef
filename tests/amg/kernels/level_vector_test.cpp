// SPDX-License-Identifier: Apache-2.0
// Vector kernels equal their serial twins bit for bit, sums within rounding and with one value for any thread
// count.
#include "amg/kernels/level_vector.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

constexpr std::size_t n = 20000;  // more than one thread takes on

template <class Value>
class LevelVector : public ::testing::Test {
 protected:
  static std::vector<Value> vector(std::uint64_t seed) {
    std::vector<Value> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Value>(testing::entry(seed, i));
    return x;
  }
};
using Values = ::testing::Types<double, float>;
TYPED_TEST_SUITE(LevelVector, Values);

TYPED_TEST(LevelVector, updates_equal_their_twins) {
  const auto d = this->vector(1), b = this->vector(2);
  auto y = this->vector(3), twin = y;
  scaled_product(std::span(y), TypeParam(0.5), d.data(), b.data());
  scaled_product_reference(std::span(twin), TypeParam(0.5), d.data(), b.data());
  EXPECT_EQ(y, twin);
  EXPECT_EQ(y[17], TypeParam(0.5) * (d[17] * b[17]));
  add_scaled_product(std::span(y), TypeParam(2), TypeParam(0.5), d.data(), b.data());
  add_scaled_product_reference(std::span(twin), TypeParam(2), TypeParam(0.5), d.data(), b.data());
  EXPECT_EQ(y, twin);
  combine(std::span(y), TypeParam(2), TypeParam(-3), b.data());
  combine_reference(std::span(twin), TypeParam(2), TypeParam(-3), b.data());
  EXPECT_EQ(y, twin);
  y.assign(n, std::numeric_limits<TypeParam>::quiet_NaN());
  combine(std::span(y), TypeParam(0), TypeParam(1), b.data());
  combine_reference(std::span(twin), TypeParam(0), TypeParam(1), b.data());
  EXPECT_EQ(y, b);
  EXPECT_EQ(twin, b);
}

TYPED_TEST(LevelVector, order_is_changed_and_changed_back) {
  std::vector<LocalIndex> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<LocalIndex>((i * 7919) % n);
  const auto source = testing::whole_vector(4, n);
  std::vector<TypeParam> packed(n), twin(n);
  gather_packed(std::span<const LocalIndex>(order), 2.0, source.data(), packed.data());
  gather_packed_reference(std::span<const LocalIndex>(order), 2.0, source.data(), twin.data());
  EXPECT_EQ(packed, twin);
  std::vector<double> back(n), back_twin(n);
  scatter_packed(std::span<const LocalIndex>(order), 0.5, packed.data(), back.data());
  scatter_packed_reference(std::span<const LocalIndex>(order), 0.5, packed.data(), back_twin.data());
  EXPECT_EQ(back, back_twin);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(back[i], static_cast<double>(static_cast<TypeParam>(source[i])));
}

TYPED_TEST(LevelVector, sums_do_not_depend_on_the_thread_count) {
  const auto x = this->vector(1), y = this->vector(2);
  const double twin = dot_reference(std::span<const TypeParam>(x), y.data());
  std::vector<double> sums;
  for (const int threads : {1, 2, 4}) {
    const threads::ThreadCountScope scope(threads);
    sums.push_back(dot(std::span<const TypeParam>(x), y.data()));
  }
  EXPECT_NEAR(sums[0], twin, 1e-9);
  EXPECT_EQ(sums[0], sums[1]);
  EXPECT_EQ(sums[0], sums[2]);
}

TEST(LargestMagnitude, is_that_of_its_twin_and_sees_what_is_not_finite) {
  auto x = testing::whole_vector(6, n);
  x[12345] = -3;
  EXPECT_EQ(largest_magnitude(x), 3);
  EXPECT_EQ(largest_magnitude_reference(x), 3);
  EXPECT_EQ(largest_magnitude({}), 0);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
    for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
      auto y = x;
      y[place] = bad;
      EXPECT_TRUE(std::isnan(largest_magnitude(y)));
      EXPECT_TRUE(std::isnan(largest_magnitude_reference(y)));
    }
}

}  // namespace
}  // namespace trireme::amg
