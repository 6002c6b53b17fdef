// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/scalar_conversion.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace trireme::options {
namespace {

TEST(ScalarConversion, ReadsWholeNumbersOnly) {
  EXPECT_EQ(to_double("0.84"), 0.84);
  EXPECT_EQ(to_double("+1e-3"), 1e-3);
  EXPECT_EQ(to_double("-7"), -7.0);
  for (const char* wrong :
       {"", "+", "+-1", "++1", "1x", " 1", "1 ", "0x10", "nan", "inf", ".inf", "1e999", "1,5", "fast"}) {
    EXPECT_FALSE(to_double(wrong)) << wrong;
  }
}

TEST(ScalarConversion, ReadsIntegersIncludingExponents) {
  EXPECT_EQ(to_int64("-12"), -12);
  EXPECT_EQ(to_int64("1e6"), 1000000);
  EXPECT_EQ(to_int64("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  for (const char* wrong : {"", "1.5", "1e-1", "9223372036854775808", "1e300", "ten"})
    EXPECT_FALSE(to_int64(wrong)) << wrong;
}

TEST(ScalarConversion, ReadsTruthValues) {
  for (const char* yes : {"true", "True", "YES", "on"}) EXPECT_EQ(to_bool(yes), true) << yes;
  for (const char* no : {"false", "No", "OFF"}) EXPECT_EQ(to_bool(no), false) << no;
  for (const char* wrong : {"", "1", "0", "y", "truee"}) EXPECT_FALSE(to_bool(wrong)) << wrong;
}

TEST(ScalarConversion, WritesDoublesThatReadBackBitwise) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const auto back = to_double(from_double(value));
    ASSERT_TRUE(back);
    EXPECT_EQ(std::memcmp(&*back, &value, sizeof value), 0) << from_double(value);
  }
}

}  // namespace
}  // namespace trireme::options
