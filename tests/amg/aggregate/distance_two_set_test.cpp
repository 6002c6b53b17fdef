// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/distance_two_set.hpp"

#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "amg/aggregate/aggregates.hpp"
#include "solvers/comm/gather.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

// The whole graph of a sample matrix, made by each rank for itself.
using WholeGraph = std::vector<std::vector<std::size_t>>;

WholeGraph whole_graph(std::size_t n, const test::RowOf& row_of) {
  WholeGraph graph(n);
  for (std::size_t row = 0; row < n; ++row)
    for (const test::Entry& entry : row_of(static_cast<GlobalIndex>(row)))
      if (static_cast<std::size_t>(entry.column) != row)
        graph[row].push_back(static_cast<std::size_t>(entry.column));
  return graph;
}

std::set<std::size_t> within_two(const WholeGraph& graph, std::size_t node) {
  std::set<std::size_t> reached{node};
  for (const std::size_t near : graph[node]) {
    reached.insert(near);
    reached.insert(graph[near].begin(), graph[near].end());
  }
  return reached;
}

// One node after the other in the order of their weights, each a root unless a root is near.
std::vector<bool> greedy_roots(const WholeGraph& graph, std::uint64_t seed) {
  std::vector<std::size_t> order(graph.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&](std::size_t node) { return root_weight(seed, static_cast<GlobalIndex>(node)); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  std::vector<bool> root(graph.size(), false);
  for (const std::size_t node : order) {
    if (graph[node].empty()) continue;
    bool free = true;
    for (const std::size_t near : within_two(graph, node)) free = free && !root[near];
    root[node] = free;
  }
  return root;
}

struct Case {
  std::size_t n;
  test::RowOf row_of;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back({9 * 9 * 9, test::laplacian(9, 9, 9, test::Stencil::star)});
  all.push_back({7 * 7 * 7, test::laplacian(7, 7, 7, test::Stencil::box)});
  // A path with nodes of its own in between, which nothing is coupled to.
  all.push_back({50, [](GlobalIndex row) {
                   test::Row entries{{row, 2.0}};
                   if (row % 5 == 4) return entries;
                   if (row % 5 > 0) entries.push_back({row - 1, -1.0});
                   if (row % 5 < 3 && row + 1 < 50) entries.push_back({row + 1, -1.0});
                   return entries;
                 }});
  all.push_back({1, [](GlobalIndex) { return test::Row{{0, 1.0}}; }});
  return all;
}

class Aggregation : public ::testing::TestWithParam<std::size_t> {
 protected:
  Aggregation()
      : case_(cases()[GetParam()]),
        matrix_(test::make_square(static_cast<GlobalIndex>(case_.n), case_.row_of)),
        largest_(largest_couplings(matrix_.view())),
        graph_(strong_graph_of_rows(matrix_.view(), largest_, 0.25)) {}

  Case case_;
  DistributedMatrix matrix_;
  Array<double> largest_;
  StrongGraph graph_;
};

TEST_P(Aggregation, RootsAreThoseOfTheGreedyAlgorithm) {
  for (const std::uint64_t seed : {0u, 7u}) {
    const std::vector<bool> expected = greedy_roots(whole_graph(case_.n, case_.row_of), seed);
    const auto members = distance_two_set(graph_, seed);
    for (std::size_t node = 0; node < static_cast<std::size_t>(graph_.n_owned()); ++node)
      EXPECT_EQ(members[node] == Membership::root,
                expected[node + static_cast<std::size_t>(matrix_.rows->begin())])
          << node;
  }
}

TEST_P(Aggregation, EveryCoupledNodeIsInTheAggregateOfARootWithinTwoEdges) {
  const WholeGraph graph = whole_graph(case_.n, case_.row_of);
  const std::vector<bool> root = greedy_roots(graph, 0);
  const Aggregates aggregates = form_aggregates(graph_, distance_two_set(graph_, 0));
  const auto all = comm::all_gather(test::world(), std::span<const GlobalIndex>(aggregates.aggregate));
  ASSERT_EQ(all.size(), case_.n);
  std::vector<std::size_t> root_of;
  for (std::size_t node = 0; node < case_.n; ++node)
    if (root[node]) root_of.push_back(node);
  ASSERT_EQ(static_cast<std::size_t>(aggregates.partition->n_global()), root_of.size());
  for (std::size_t node = 0; node < case_.n; ++node) {
    if (graph[node].empty()) {
      EXPECT_EQ(all[node], -1) << node;
      continue;
    }
    ASSERT_GE(all[node], 0) << node;
    const std::size_t its_root = root_of[static_cast<std::size_t>(all[node])];
    EXPECT_TRUE(within_two(graph, node).contains(its_root)) << node;
    for (const std::size_t near : graph[node]) {
      if (root[near]) {
        EXPECT_EQ(its_root, near) << node;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, Aggregation, ::testing::Values(0u, 1u, 2u, 3u));

TEST(StrongGraph, LosesWeakCouplingsAndKeepsEqualOnes) {
  // Strong along the line, weak to the point ten further on.
  const auto row_of = [](GlobalIndex row) {
    test::Row entries{{row, 3.0}};
    for (const GlobalIndex step : {-10, -1, 1, 10})
      if (row + step >= 0 && row + step < 100)
        entries.push_back({row + step, std::abs(step) == 1 ? -1.0 : 0.2});
    return entries;
  };
  const DistributedMatrix matrix = test::make_square(100, row_of);
  const auto graph_at = [&](double threshold) {
    return strong_graph_of_rows(matrix.view(), largest_couplings(matrix.view()), threshold);
  };
  const auto degrees = [&](const StrongGraph& graph) {
    std::size_t sum = 0;
    for (std::size_t node = 0; node < static_cast<std::size_t>(graph.n_owned()); ++node)
      sum += graph.neighbours_of(node).size();
    return sum;
  };
  std::size_t lines = 0, all = 0;
  for (GlobalIndex row = matrix.rows->begin(); row < matrix.rows->end(); ++row) {
    lines += row == 0 || row == 99 ? 1 : 2;
    all += row_of(row).size() - 1;
  }
  EXPECT_EQ(degrees(graph_at(0.25)), lines);
  EXPECT_EQ(degrees(graph_at(0.19)), all);
  EXPECT_EQ(degrees(graph_at(0.0)), all);
}

}  // namespace
}  // namespace trireme::amg
