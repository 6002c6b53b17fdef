// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/order/rcm.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace trireme::mat {
namespace {

struct Graph {
  std::vector<LocalIndex> offsets{0}, columns;
};

// An n x n grid whose vertices are numbered at random.
Graph shuffled_grid(LocalIndex n, std::vector<LocalIndex>& number) {
  number.resize(static_cast<std::size_t>(n * n));
  for (LocalIndex i = 0; i < n * n; ++i) number[i] = i;
  std::mt19937 random(7);
  for (std::size_t i = number.size(); i > 1; --i) std::swap(number[i - 1], number[random() % i]);
  std::vector<LocalIndex> place(number.size());
  for (std::size_t i = 0; i < number.size(); ++i) place[number[i]] = static_cast<LocalIndex>(i);
  Graph graph;
  for (LocalIndex row = 0; row < n * n; ++row) {
    const LocalIndex x = place[row] % n, y = place[row] / n;
    std::vector<LocalIndex> neighbours;
    if (x > 0) neighbours.push_back(number[place[row] - 1]);
    if (x + 1 < n) neighbours.push_back(number[place[row] + 1]);
    if (y > 0) neighbours.push_back(number[place[row] - n]);
    if (y + 1 < n) neighbours.push_back(number[place[row] + n]);
    std::sort(neighbours.begin(), neighbours.end());
    graph.columns.insert(graph.columns.end(), neighbours.begin(), neighbours.end());
    graph.offsets.push_back(static_cast<LocalIndex>(graph.columns.size()));
  }
  return graph;
}

LocalIndex bandwidth(const Graph& graph, const std::vector<LocalIndex>& order) {
  std::vector<LocalIndex> position(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<LocalIndex>(k);
  LocalIndex widest = 0;
  for (std::size_t row = 0; row < order.size(); ++row) {
    for (LocalIndex k = graph.offsets[row]; k < graph.offsets[row + 1]; ++k) {
      widest = std::max(widest, std::abs(position[row] - position[graph.columns[k]]));
    }
  }
  return widest;
}

TEST(Rcm, NarrowsAShuffledGridToItsWidth) {
  std::vector<LocalIndex> number;
  const Graph graph = shuffled_grid(20, number);
  const auto order = rcm_order(graph.offsets, graph.columns);
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t k = 0; k < sorted.size(); ++k) ASSERT_EQ(sorted[k], static_cast<LocalIndex>(k));
  // A grid of side n has bandwidth n; the shuffled numbering nearly n * n.
  std::vector<LocalIndex> identity(order.size());
  for (std::size_t k = 0; k < identity.size(); ++k) identity[k] = static_cast<LocalIndex>(k);
  EXPECT_GT(bandwidth(graph, identity), 300);
  EXPECT_LE(bandwidth(graph, order), 21);
}

TEST(Rcm, OrdersAPathFromOneEnd) {
  // 2 - 0 - 3 - 1, by hand: the end 1 is farthest from the end 2, which the search starts at.
  const std::vector<LocalIndex> offsets{0, 2, 3, 4, 6}, columns{2, 3, 3, 0, 0, 1};
  const auto order = rcm_order(offsets, columns);
  EXPECT_TRUE(order == (std::vector<LocalIndex>{2, 0, 3, 1}) ||
              order == (std::vector<LocalIndex>{1, 3, 0, 2}));
}

TEST(Rcm, ComponentsLoopsAndNothing) {
  // 0 - 2, and 1 alone with a loop.
  const std::vector<LocalIndex> offsets{0, 1, 2, 3}, columns{2, 1, 0};
  auto order = rcm_order(offsets, columns);
  ASSERT_EQ(order.size(), 3u);
  EXPECT_EQ(order[0], 1) << "the component of the smallest vertex comes last after the reversal";
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<LocalIndex>{0, 1, 2}));
  EXPECT_TRUE(rcm_order(std::vector<LocalIndex>{0}, {}).empty());
  EXPECT_TRUE(rcm_order({}, {}).empty());
}

}  // namespace
}  // namespace trireme::mat
