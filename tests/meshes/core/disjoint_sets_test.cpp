// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/disjoint_sets.hpp"

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

TEST(DisjointSets, StartApartAndAreNamedAfterTheirSmallestMember) {
  DisjointSets sets(6);
  EXPECT_EQ(sets.n_sets(), 6u);
  sets.join(5, 3);
  sets.join(4, 5);
  EXPECT_EQ(sets.root(5), 3u);
  EXPECT_EQ(sets.root(4), 3u);
  EXPECT_EQ(sets.root(2), 2u);
  sets.join(1, 4);
  for (const std::size_t i : {1, 3, 4, 5}) EXPECT_EQ(sets.root(i), 1u);
  sets.join(3, 1);
  EXPECT_EQ(sets.n_sets(), 3u);
  EXPECT_EQ(DisjointSets(0).n_sets(), 0u);
}

TEST(DisjointSets, JoinLongChainsWhateverTheirOrder) {
  constexpr std::size_t n = 1000;
  DisjointSets sets(n);
  for (std::size_t i = n - 1; i >= 2; --i) sets.join(i, i - 2);
  EXPECT_EQ(sets.n_sets(), 2u);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(sets.root(i), i % 2);
}

}  // namespace
}  // namespace trireme::mesh
