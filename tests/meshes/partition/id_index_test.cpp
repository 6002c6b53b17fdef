// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/id_index.hpp"

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

TEST(IdIndex, DenseAndSparseIdsGiveTheSameAnswers) {
  for (const GlobalIndex stride : {GlobalIndex{1}, GlobalIndex{3}, GlobalIndex{1} << 40}) {
    std::vector<GlobalIndex> ids;
    for (GlobalIndex i = 0; i < 100; ++i) ids.push_back(7 + stride * i);
    const IdIndex index(ids);
    for (LocalIndex i = 0; i < 100; ++i) EXPECT_EQ(index.position(ids[i]), i);
    EXPECT_EQ(index.position(6), -1);
    EXPECT_EQ(index.position(7 + stride * 100), -1);
    if (stride > 1) {
      EXPECT_EQ(index.position(8), -1);
    }
  }
  EXPECT_EQ(IdIndex(std::vector<GlobalIndex>{}).position(0), -1);
}

TEST(IdIndex, DistinctIdsAscend) {
  EXPECT_EQ(distinct_ids({5, 3, 5, 9, 3}), (std::vector<GlobalIndex>{3, 5, 9}));
  const GlobalIndex far = GlobalIndex{1} << 50;
  EXPECT_EQ(distinct_ids({far, 3, far, 3}), (std::vector<GlobalIndex>{3, far}));
  EXPECT_TRUE(distinct_ids({}).empty());
}

}  // namespace
}  // namespace trireme::mesh
