// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/point_tree.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

TEST(PointTree, FindsWhatASearchThroughAllFinds) {
  std::mt19937 random(7);
  // Few distinct values, so that many points share coordinates and some are the same.
  std::uniform_int_distribution<int> coordinate(0, 6);
  std::vector<Point> points;
  std::vector<GlobalIndex> ids;
  for (GlobalIndex p = 0; p < 500; ++p) {
    points.push_back({coordinate(random) / 6.0, coordinate(random) / 6.0, coordinate(random) / 60.0});
    if (p % 3 != 0) ids.push_back(p);
  }
  const PointTree tree(points, ids);
  for (const double radius : {0.0, 0.1, 0.34, 2.0}) {
    for (GlobalIndex p = 0; p < 500; p += 17) {
      const Point& place = points[static_cast<std::size_t>(p)];
      std::multiset<GlobalIndex> found, expected;
      tree.for_each_near(place, radius, [&](GlobalIndex q) { found.insert(q); });
      for (const GlobalIndex q : ids)
        if (length(difference(points[static_cast<std::size_t>(q)], place)) <= radius) expected.insert(q);
      EXPECT_EQ(found, expected);
    }
  }
  PointTree(points, {}).for_each_near({0, 0, 0}, 9, [](GlobalIndex) { FAIL(); });
}

}  // namespace
}  // namespace trireme::mesh
