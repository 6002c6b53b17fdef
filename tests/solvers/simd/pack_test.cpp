// SPDX-License-Identifier: Apache-2.0
// Each operation, for widths from scalar to two registers, against the scalar operation on every lane, bit by
// bit.
#include "solvers/simd/pack.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/base/types.hpp"

namespace trireme::simd {
namespace {

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class P>
struct Lanes;
template <class T, int W>
struct Lanes<Pack<T, W>> {
  using Value = T;
};

template <class P>
class PackOf : public ::testing::Test {
 protected:
  using T = typename Lanes<P>::Value;
  std::vector<T> x_, y_, z_;

  PackOf() {
    for (int k = 0; k < P::width; ++k) {
      x_.push_back(static_cast<T>(k % 3 == 0 ? -1.7 - 5 * k : 2.3 + k));
      y_.push_back(static_cast<T>(k % 2 == 0 ? 3.1 + k : -4.9 * (k + 1)));
      z_.push_back(static_cast<T>(1.25 * k + 1));
    }
  }

  template <class F>
  void expect_lanes(P result, F&& scalar) {
    for (int k = 0; k < P::width; ++k) {
      const T expected = static_cast<T>(scalar(static_cast<std::size_t>(k)));
      EXPECT_TRUE(same_bits(result[k], expected))
          << "lane " << k << ": " << result[k] << " is not " << expected;
    }
  }
};

using Packs =
    ::testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>, Pack<double, 16>,
                     Pack<float, 1>, Pack<float, 4>, Pack<float, 8>, Pack<float, 16>, Pack<LocalIndex, 1>,
                     Pack<LocalIndex, 8>, Pack<GlobalIndex, 4>, Pack<double>, Pack<float>>;
TYPED_TEST_SUITE(PackOf, Packs);

TYPED_TEST(PackOf, LoadsConvertedAndRepeatedNumbersAndAddsHalves) {
  using P = TypeParam;
  using T = typename TestFixture::T;
  this->expect_lanes(P::template load_repeated<4>(this->x_.data()),
                     [&](std::size_t k) { return this->x_[k / 4]; });
  this->expect_lanes(P::template load_repeated<1>(this->x_.data()),
                     [&](std::size_t k) { return this->x_[k]; });
  const std::vector<float> single(this->x_.begin(), this->x_.end());
  this->expect_lanes(P::load_as(this->x_.data()), [&](std::size_t k) { return this->x_[k]; });
  this->expect_lanes(P::load_as(single.data()), [&](std::size_t k) { return static_cast<T>(single[k]); });
  if constexpr (P::width > 1) {
    const auto halves = sum_of_halves(P::load(this->x_.data()));
    for (int k = 0; k < P::width / 2; ++k) {
      const T expected = static_cast<T>(this->x_[static_cast<std::size_t>(k)] +
                                        this->x_[static_cast<std::size_t>(k + P::width / 2)]);
      EXPECT_TRUE(same_bits(halves[k], expected)) << k;
    }
  }
}

// Rows of five, seven apart, so that there are whole fours, a rest, and numbers between rows.
TYPED_TEST(PackOf, LoadsAndStoresRows) {
  using P = TypeParam;
  using T = typename TestFixture::T;
  constexpr int columns = 5, stride = 7, n_rows = 2 * P::width + 1;
  std::vector<T> values;
  for (int i = 0; i < n_rows * stride; ++i) values.push_back(static_cast<T>(i + 1));
  std::vector<LocalIndex> rows;
  for (int k = 0; k < P::width; ++k) rows.push_back((5 * k + 2) % n_rows);
  P loaded[columns];
  P::template load_rows<columns>(values.data(), rows.data(), stride, loaded);
  for (int c = 0; c < columns; ++c) {
    this->expect_lanes(loaded[c],
                       [&](std::size_t k) { return values[static_cast<std::size_t>(rows[k] * stride + c)]; });
  }
  std::vector<T> stored(static_cast<std::size_t>(P::width * stride), T(-1));
  P::template store_rows<columns>(loaded, stored.data(), stride);
  for (int k = 0; k < P::width; ++k) {
    for (int c = 0; c < stride; ++c) {
      const T expected =
          c < columns ? values[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)] * stride + c)]
                      : T(-1);
      EXPECT_EQ(stored[static_cast<std::size_t>(k * stride + c)], expected) << k << ", " << c;
    }
  }
}

TYPED_TEST(PackOf, LoadsAndStoresAtAnyAlignment) {
  using T = typename Lanes<TypeParam>::Value;
  std::vector<T> memory(this->x_.size() + 1);
  std::copy(this->x_.begin(), this->x_.end(), memory.begin() + 1);
  const auto pack = TypeParam::load(memory.data() + 1);
  this->expect_lanes(pack, [&](std::size_t k) { return this->x_[k]; });
  std::vector<T> stored(memory.size() + 1, T(77));
  pack.store(stored.data() + 1);
  EXPECT_TRUE(std::equal(this->x_.begin(), this->x_.end(), stored.begin() + 1));
  EXPECT_EQ(stored.front(), T(77));
  EXPECT_EQ(stored.back(), T(77));
}

TYPED_TEST(PackOf, RepeatsAScalar) {
  using T = typename Lanes<TypeParam>::Value;
  for (const T value : {T(0), T(5), static_cast<T>(-0.0), std::numeric_limits<T>::max()})
    this->expect_lanes(TypeParam(value), [&](std::size_t) { return value; });
}

TYPED_TEST(PackOf, Computes) {
  const auto a = TypeParam::load(this->x_.data()), b = TypeParam::load(this->y_.data());
  const auto &x = this->x_, &y = this->y_;
  this->expect_lanes(a + b, [&](std::size_t k) { return x[k] + y[k]; });
  this->expect_lanes(a - b, [&](std::size_t k) { return x[k] - y[k]; });
  this->expect_lanes(a * b, [&](std::size_t k) { return x[k] * y[k]; });
  this->expect_lanes(a / b, [&](std::size_t k) { return x[k] / y[k]; });
  this->expect_lanes(-a, [&](std::size_t k) { return -x[k]; });
  auto c = a;
  c += b;
  c *= a;
  c -= b;
  c /= b;
  this->expect_lanes(c, [&](std::size_t k) { return ((x[k] + y[k]) * x[k] - y[k]) / y[k]; });
}

TYPED_TEST(PackOf, SelectsByComparison) {
  const auto a = TypeParam::load(this->x_.data()), b = TypeParam::load(this->y_.data());
  const auto &x = this->x_, &y = this->y_;
  this->expect_lanes(select(a < b, a, b), [&](std::size_t k) { return x[k] < y[k] ? x[k] : y[k]; });
  this->expect_lanes(select(a <= b, b, a), [&](std::size_t k) { return x[k] <= y[k] ? y[k] : x[k]; });
  this->expect_lanes(select(a > b, a, b), [&](std::size_t k) { return x[k] > y[k] ? x[k] : y[k]; });
  this->expect_lanes(select(a >= b, b, a), [&](std::size_t k) { return x[k] >= y[k] ? y[k] : x[k]; });
  this->expect_lanes(select(a == a, a, b), [&](std::size_t k) { return x[k]; });
  this->expect_lanes(min(a, b), [&](std::size_t k) { return std::min(x[k], y[k]); });
  this->expect_lanes(max(a, b), [&](std::size_t k) { return std::max(x[k], y[k]); });
  this->expect_lanes(abs(a), [&](std::size_t k) { return std::abs(x[k]); });
}

TYPED_TEST(PackOf, GathersAndScatters) {
  using T = typename Lanes<TypeParam>::Value;
  std::vector<T> table(200);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<T>(i);
  std::vector<LocalIndex> indices;
  for (int k = 0; k < TypeParam::width; ++k) indices.push_back(k * 7 % 31);
  this->expect_lanes(TypeParam::gather(table.data(), indices.data()),
                     [&](std::size_t k) { return indices[k]; });
  const auto pack = TypeParam::gather(table.data() + 2, indices.data(), 5);
  this->expect_lanes(pack, [&](std::size_t k) { return 5 * indices[k] + 2; });
  std::vector<T> target(200, T(-1));
  pack.scatter(target.data() + 1, indices.data(), 4);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    EXPECT_EQ(target[static_cast<std::size_t>(4 * indices[k] + 1)], static_cast<T>(5 * indices[k] + 2));
    EXPECT_EQ(target[static_cast<std::size_t>(4 * indices[k] + 2)], T(-1));
  }
}

TYPED_TEST(PackOf, SumsLanesInOrder) {
  using T = typename Lanes<TypeParam>::Value;
  T expected = this->x_[0];
  for (std::size_t k = 1; k < this->x_.size(); ++k) expected += this->x_[k];
  EXPECT_TRUE(same_bits(sum(TypeParam::load(this->x_.data())), expected));
}

TYPED_TEST(PackOf, MultipliesAndAdds) {
  const auto a = TypeParam::load(this->x_.data()), b = TypeParam::load(this->y_.data()),
             c = TypeParam::load(this->z_.data());
  this->expect_lanes(fma(a, b, c), [&](std::size_t k) {
    const auto x = this->x_[k], y = this->y_[k], z = this->z_[k];
    return has_fma && std::is_floating_point_v<decltype(+x)> ? std::fma(x, y, z) : x * y + z;
  });
}

template <class P>
class RealPackOf : public PackOf<P> {};
using RealPacks =
    ::testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>, Pack<float, 1>,
                     Pack<float, 2>, Pack<float, 4>, Pack<float, 8>, Pack<float, 16>>;
TYPED_TEST_SUITE(RealPackOf, RealPacks);

TYPED_TEST(RealPackOf, TakesSquareRoots) {
  const auto root = sqrt(TypeParam::load(this->z_.data()));
  this->expect_lanes(root, [&](std::size_t k) { return std::sqrt(this->z_[k]); });
}

TEST(Pack, ComparesNaNAsScalarsDo) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Pack<double, 2> a(nan), b(1.0);
  EXPECT_TRUE(std::isnan(min(a, b)[1]));
  EXPECT_EQ(min(b, a)[1], 1.0);
  EXPECT_EQ(select(a == a, a, b)[0], 1.0);
}

}  // namespace
}  // namespace trireme::simd
