// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/weighted_partition.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace trireme::threads {
namespace {

template <class Weight>
std::vector<Weight> prefix_of(const std::vector<Weight>& weights, Weight start = 0) {
  std::vector<Weight> prefix{start};
  for (const Weight weight : weights) prefix.push_back(prefix.back() + weight);
  return prefix;
}

TEST(WeightedPartition, EqualRowsGiveEqualParts) {
  const auto prefix = prefix_of(std::vector<LocalIndex>(12, 7));
  EXPECT_EQ(weighted_partition(prefix, 4), (std::vector<LocalIndex>{0, 3, 6, 9, 12}));
}

TEST(WeightedPartition, NoPartIsHeavierThanTheMeanAndOneRow) {
  std::vector<LocalIndex> weights(1000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<LocalIndex>(i % 17 * (i % 5));
  weights[3] = 900;
  const auto prefix = prefix_of(weights);
  for (const int parts : {1, 2, 3, 7, 64}) {
    const auto bounds = weighted_partition(prefix, parts);
    ASSERT_EQ(static_cast<int>(bounds.size()), parts + 1);
    EXPECT_EQ(bounds.front(), 0);
    EXPECT_EQ(bounds.back(), 1000);
    EXPECT_TRUE(std::is_sorted(bounds.begin(), bounds.end()));
    for (std::size_t p = 0; p + 1 < bounds.size(); ++p) {
      const LocalIndex weight =
          prefix[static_cast<std::size_t>(bounds[p + 1])] - prefix[static_cast<std::size_t>(bounds[p])];
      EXPECT_LE(weight, prefix.back() / parts + 1 + 900);
    }
  }
}

TEST(WeightedPartition, AHeavyRowGetsAPartOfItsOwn) {
  const auto prefix = prefix_of<LocalIndex>({1, 1, 100, 1, 1});
  const auto bounds = weighted_partition(prefix, 2);
  EXPECT_EQ(bounds, (std::vector<LocalIndex>{0, 3, 5}));
}

TEST(WeightedPartition, MorePartsThanRowsLeaveSomeEmpty) {
  const auto bounds = weighted_partition(prefix_of<LocalIndex>({5, 5}), 4);
  EXPECT_EQ(bounds.back(), 2);
  EXPECT_TRUE(std::is_sorted(bounds.begin(), bounds.end()));
}

TEST(WeightedPartition, WithoutWeightSpreadsTheRows) {
  EXPECT_EQ(weighted_partition(std::vector<LocalIndex>(9, 0), 4), (std::vector<LocalIndex>{0, 2, 4, 6, 8}));
  EXPECT_EQ(weighted_partition(std::vector<LocalIndex>{0}, 3), (std::vector<LocalIndex>{0, 0, 0, 0}));
  EXPECT_EQ(weighted_partition(std::span<const LocalIndex>(), 2), (std::vector<LocalIndex>{0, 0, 0}));
}

TEST(WeightedPartition, AcceptsPrefixesThatStartAboveZeroAndExceedInt) {
  const GlobalIndex huge = GlobalIndex{1} << 60;
  EXPECT_EQ(weighted_partition(prefix_of<GlobalIndex>({huge, huge, huge, huge}, 11), 2),
            (std::vector<LocalIndex>{0, 2, 4}));
}

}  // namespace
}  // namespace trireme::threads
