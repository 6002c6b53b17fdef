// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/counter_hash.hpp"

#include <set>

#include <gtest/gtest.h>

namespace trireme {
namespace {

TEST(CounterHash, MixesAsSplitMix64Does) {
  // The first two outputs of SplitMix64 started at 0.
  EXPECT_EQ(mix_bits(0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(mix_bits(0x9e3779b97f4a7c15u), 0x6e789e6aa1b965f4u);
}

TEST(CounterHash, SpreadsOverTheIntervalAndDependsOnEveryArgument) {
  std::set<double> met;
  double total = 0, low = 1, high = -1;
  for (GlobalIndex id = 0; id < 1000; ++id) {
    const double value = symmetric_hash(1, id, 0);
    met.insert(value);
    total += value;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  EXPECT_EQ(met.size(), 1000u);
  EXPECT_GE(low, -1.0);
  EXPECT_LT(high, 1.0);
  EXPECT_LT(low, -0.95);
  EXPECT_GT(high, 0.95);
  EXPECT_NEAR(total / 1000, 0, 0.1);
  EXPECT_NE(symmetric_hash(1, 5, 0), symmetric_hash(2, 5, 0));
  EXPECT_NE(symmetric_hash(1, 5, 0), symmetric_hash(1, 5, 1));
}

}  // namespace
}  // namespace trireme
