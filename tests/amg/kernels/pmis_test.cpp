// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/pmis.hpp"

#include <gtest/gtest.h>

#include "amg/strength/strong_couplings.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

// A graph with one-sided couplings.
struct Graph {
  DistributedMatrix matrix = test::make_square(90, test::scattered(90, 90, 8, 4));
  MatrixView view = matrix.view();
  Pattern strong = find_strong_couplings(view, {0.1, 1.0}).strong;
  ColumnNumbering numbering{*view.columns, view.ghost_columns};
  std::vector<LocalIndex> points;

  Graph() {
    for (LocalIndex i = 0; i < 90; i += 2) points.push_back(i);
  }
};

TEST(Pmis, CountsInfluencedPointsInPartsAsTheReferenceDoes) {
  const Graph graph;
  std::vector<LocalIndex> counts(90, 0), expected(90, 0);
  for (const auto where : {CountWhere::inside, CountWhere::outside})
    for (LocalIndex begin = 0; begin < 90; begin += 30)
      count_influenced(graph.strong, begin, begin + 30, begin, begin + 30, where, counts.data());
  count_influenced_reference(graph.strong, 90, expected.data());
  EXPECT_EQ(counts, expected);
}

TEST(Pmis, KnocksOutTheLighterEndAsTheReferenceDoes) {
  const Graph graph;
  std::vector<std::uint64_t> weights(90, 0);
  // Few different weights, so that many are equal.
  for (const LocalIndex point : graph.points)
    weights[static_cast<std::size_t>(point)] = 1 + static_cast<std::uint64_t>(point) * 7 % 5;
  std::vector<std::int32_t> lost(90, 0), expected(90, 0);
  knock_out_lighter(graph.strong, weights.data(), graph.numbering, graph.points, lost.data());
  knock_out_lighter_reference(graph.strong, weights.data(), graph.numbering, graph.points, expected.data());
  EXPECT_EQ(lost, expected);
  EXPECT_NE(std::count(lost.begin(), lost.end(), 1), 0);
  EXPECT_LT(std::count(lost.begin(), lost.end(), 1), static_cast<std::ptrdiff_t>(graph.points.size()));
}

TEST(Pmis, FindsDependentPointsAsTheReferenceDoes) {
  const Graph graph;
  std::vector<PointState> states(90, PointState::undecided);
  for (std::size_t i = 0; i < 90; i += 7) states[i] = PointState::coarse;
  std::vector<std::int32_t> dependent(90, -1), expected(90, -1);
  find_dependent(graph.strong, states.data(), graph.points, dependent.data());
  find_dependent_reference(graph.strong, states.data(), graph.points, expected.data());
  EXPECT_EQ(dependent, expected);
  EXPECT_NE(std::count(dependent.begin(), dependent.end(), 1), 0);
}

}  // namespace
}  // namespace trireme::amg::kernels
