// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/first_pass.hpp"

#include <gtest/gtest.h>

#include "amg/strength/strong_couplings.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

struct Graph {
  Graph(GlobalIndex n, const test::RowOf& rows)
      : matrix(test::make_square(n, rows)), strong(find_strong_couplings(matrix.view(), {0.1, 1.0}).strong) {
    for (std::size_t i = 0; i < strong.begin.size(); ++i)
      states.push_back(strong.begin[i] == strong.end[i] ? PointState::isolated : PointState::undecided);
  }
  std::size_t n() const { return states.size(); }
  std::size_t count(PointState state) const {
    return static_cast<std::size_t>(std::count(states.begin(), states.end(), state));
  }

  DistributedMatrix matrix;
  Pattern strong;
  std::vector<PointState> states;
};

// Symmetric stencils, one-sided couplings, rows without couplings.
std::vector<Graph> graphs() {
  const auto with_identity = [](GlobalIndex id) {
    return id % 5 == 2 ? test::Row{{id, 1.0}} : test::laplacian(9, 8, 3, test::Stencil::box)(id);
  };
  std::vector<Graph> all;
  all.emplace_back(216, test::laplacian(9, 8, 3, test::Stencil::star));
  all.emplace_back(216, test::shuffled(test::laplacian(9, 8, 3, test::Stencil::box)));
  all.emplace_back(216, with_identity);
  all.emplace_back(90, test::scattered(90, 90, 8, 4));
  return all;
}

struct Scratch {
  explicit Scratch(std::size_t n, std::size_t couplings)
      : begins(n + 1), dependents(couplings), numbers(3 * n), lists(4 * n + 2) {}
  FirstPassScratch view() {
    const std::size_t n = begins.size() - 1;
    return {begins.data(),          dependents.data(), numbers.data(),          numbers.data() + n,
            numbers.data() + 2 * n, lists.data(),      lists.data() + 2 * n + 1};
  }
  std::vector<LocalIndex> begins, dependents, numbers, lists;
};

void run_pass(Graph& graph, LocalIndex begin, LocalIndex end) {
  Scratch scratch(static_cast<std::size_t>(end - begin), graph.strong.columns.size());
  auto view = scratch.view();
  first_pass(graph.strong, begin, end, graph.states.data(), view);
}

TEST(FirstPass, EqualsTheReferenceOnBlocksAndOnWhatTheyLeave) {
  for (Graph& graph : graphs()) {
    const auto n = static_cast<LocalIndex>(graph.n());
    std::vector<PointState> expected = graph.states;
    for (const auto& [begin, end] :
         std::vector<std::pair<LocalIndex, LocalIndex>>{{0, n / 3}, {n / 3, n / 2}, {n / 4, n}, {n, n}}) {
      run_pass(graph, begin, end);
      first_pass_reference(graph.strong, begin, end, expected.data());
      EXPECT_EQ(graph.states, expected);
    }
    EXPECT_GT(graph.count(PointState::coarse), 0u);
    EXPECT_GT(graph.count(PointState::fine), 0u);
    EXPECT_EQ(graph.count(PointState::undecided), 0u);
  }
}

// On a plane the five-point stencil is coloured red and black, each coarse point surrounded by fine ones.
TEST(FirstPass, ColoursAFivePointStencilRedAndBlack) {
  Graph graph(64, test::laplacian(8, 8, 1, test::Stencil::star));
  run_pass(graph, 0, 64);
  for (std::size_t i = 0; i < 64; ++i) {
    const bool like_first = (i % 8 + i / 8) % 2 == 0;
    EXPECT_EQ(graph.states[i] == graph.states[0], like_first) << i;
  }
}

TEST(FirstPass, CountsFinePointsTwice) {
  // 0 influences 1 (which influences none, so it is fine at once) and 3; 3 influences 0 and two that are fine
  // already.
  Pattern strong;
  const std::vector<std::vector<LocalIndex>> rows{{3}, {0}, {}, {0}, {3}, {3}};
  for (const auto& row : rows) {
    strong.begin.push_back(static_cast<LocalIndex>(strong.columns.size()));
    strong.columns.insert(strong.columns.end(), row.begin(), row.end());
    strong.end.push_back(static_cast<LocalIndex>(strong.columns.size()));
  }
  const auto u = PointState::undecided, f = PointState::fine;
  std::vector<PointState> states{u, u, PointState::isolated, u, f, f};
  Scratch scratch(6, 6);
  auto view = scratch.view();
  first_pass(strong, 0, 6, states.data(), view);
  EXPECT_EQ(states[3], PointState::coarse);
  EXPECT_EQ(states[0], PointState::fine);
}

TEST(KeepInterior, EqualsTheReference) {
  for (Graph& graph : graphs()) {
    const auto n = static_cast<LocalIndex>(graph.n());
    std::vector<PointState> states = graph.states;
    for (std::size_t i = 0; i < states.size(); i += 3) states[i] = PointState::fine;
    run_pass(graph, 2, n - 2);
    std::vector<std::int8_t> kept(graph.n(), -1), expected(graph.n(), -1);
    keep_interior(graph.strong, 2, n - 2, states.data(), graph.states.data(), kept.data());
    keep_interior_reference(graph.strong, 2, n - 2, states.data(), graph.states.data(), expected.data());
    EXPECT_EQ(kept, expected);
    EXPECT_GT(std::count(kept.begin(), kept.end(), 1), 0);
    EXPECT_LT(static_cast<std::size_t>(std::count(kept.begin(), kept.end(), 1)),
              graph.count(PointState::coarse));
  }
}

TEST(SettleDependent, EqualsTheReference) {
  for (Graph& graph : graphs()) {
    for (std::size_t i = 0; i < graph.n(); i += 7) graph.states[i] = PointState::coarse;
    std::vector<PointState> settled(graph.n(), PointState::isolated), expected = settled;
    const auto n = static_cast<LocalIndex>(graph.n());
    settle_dependent(graph.strong, 1, n, graph.states.data(), settled.data());
    settle_dependent_reference(graph.strong, 1, n, graph.states.data(), expected.data());
    EXPECT_EQ(settled, expected);
    EXPECT_GT(std::count(settled.begin(), settled.end(), PointState::fine), 0);
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
