// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/box_tree.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

struct Scene {
  std::mt19937 random{7};
  std::vector<Box> boxes;

  Point point() {
    std::uniform_real_distribution<double> uniform(0, 1);
    return {uniform(random), uniform(random) * 0.1, uniform(random)};
  }
  explicit Scene(int n, double size) {
    for (int k = 0; k < n; ++k) {
      Box box;
      const Point x = point();
      box.add(x);
      box.add(sum(x, scaled(size, point())));
      boxes.push_back(box);
    }
  }
};

TEST(BoxTree, FindsTheBoxesThatHoldAPoint) {
  Scene scene(500, 0.4);
  const BoxTree tree(scene.boxes);
  std::size_t met = 0;
  for (int k = 0; k < 200; ++k) {
    const Point x = scene.point();
    std::vector<LocalIndex> expected, found;
    for (std::size_t b = 0; b < scene.boxes.size(); ++b)
      if (scene.boxes[b].holds(x)) expected.push_back(static_cast<LocalIndex>(b));
    tree.for_each_holding(x, [&](LocalIndex at) { found.push_back(at); });
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
    met += found.size();
  }
  EXPECT_GT(met, 100u);
}

TEST(BoxTree, FindsTheNearestAndAllEquallyNear) {
  Scene scene(300, 0);
  for (int k = 0; k < 300; ++k) scene.boxes.push_back(scene.boxes[static_cast<std::size_t>(k)]);
  const BoxTree tree(scene.boxes);
  for (int k = 0; k < 200; ++k) {
    const Point x = scaled(1.5, scene.point());
    double nearest = HUGE_VAL;
    std::vector<LocalIndex> found;
    tree.for_each_near(x, HUGE_VAL, [&](LocalIndex at, double distance) {
      if (distance < nearest) found.clear();
      if (distance <= nearest) found.push_back(at);
      return nearest = std::min(nearest, distance);
    });
    double expected = HUGE_VAL;
    for (const Box& box : scene.boxes) expected = std::min(expected, box.squared_distance(x));
    EXPECT_EQ(nearest, expected);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(std::abs(found[0] - found[1]), 300);
  }
}

TEST(BoxTree, MayBeEmptyOrHoldEqualBoxes) {
  const auto count = [](const BoxTree& tree) {
    int n = 0;
    tree.for_each_holding({0.5, 0.5, 0.5}, [&](LocalIndex) { ++n; });
    return n;
  };
  EXPECT_EQ(count(BoxTree()), 0);
  EXPECT_EQ(count(BoxTree(std::vector<Box>{})), 0);
  EXPECT_EQ(count(BoxTree(std::vector<Box>(100, Box{{0, 0, 0}, {1, 1, 1}}))), 100);
}

}  // namespace
}  // namespace trireme::mesh
