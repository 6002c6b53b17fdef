// SPDX-License-Identifier: Apache-2.0
// What every splitting must be, whoever makes it: coarse points that do not depend on one another, fine ones
// next to them; the same for any thread count, and by PMIS for any rank count.
#include "amg/coarsen/coarsening.hpp"

#include <gtest/gtest.h>

#include "amg/coarsen/hmis.hpp"
#include "amg/strength/strong_couplings.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

struct Graph {
  Graph(GlobalIndex n, const test::RowOf& rows, const comm::Communicator& comm = test::world())
      : matrix(test::make_square(n, rows, comm)),
        view(matrix.view()),
        strong(find_strong_couplings(view, {0.25, 1.0}).strong),
        graph(coupling_graph(view, strong)) {}
  DistributedMatrix matrix;
  MatrixView view;
  Pattern strong;
  CouplingGraph graph;
};

struct Case {
  const char* name;
  GlobalIndex n;
  test::RowOf rows;
};

std::vector<Case> cases() {
  const auto with_identity = [](GlobalIndex id) {
    return id % 5 == 2 ? test::Row{{id, 1.0}} : test::laplacian(9, 8, 7, test::Stencil::box)(id);
  };
  return {{"7 points", 2400, test::laplacian(20, 12, 10, test::Stencil::star)},
          {"27 points, shuffled", 1080, test::shuffled(test::laplacian(9, 8, 15, test::Stencil::box))},
          {"identity rows", 504, with_identity},
          {"scattered", 500, test::scattered(500, 500, 9, 3)},
          {"no couplings", 30,
           [](GlobalIndex id) {
             return test::Row{{id, 1.0}};
           }},
          {"fewer points than ranks", 3, test::laplacian(3, 1, 1, test::Stencil::star)},
          {"nothing", 0, [](GlobalIndex) { return test::Row{}; }}};
}

// Counts over all ranks.
struct Faults {
  GlobalIndex dependent_coarse = 0, lonely_fine = 0, wrong_isolated = 0;
};

// Where couplings are not mutual, a coarse point may depend on one that became coarse later.
Faults find_faults(const Graph& g, const Array<PointType>& types) {
  std::array<GlobalIndex, 3> counts{};
  for (std::size_t i = 0; i < g.strong.begin.size(); ++i) {
    GlobalIndex coarse_neighbours = 0;
    for (LocalIndex k = g.strong.begin[i]; k < g.strong.end[i]; ++k)
      coarse_neighbours +=
          types[static_cast<std::size_t>(g.strong.columns[static_cast<std::size_t>(k)])] == PointType::coarse;
    counts[0] += types[i] == PointType::coarse && coarse_neighbours > 0;
    counts[1] += types[i] == PointType::fine && coarse_neighbours == 0;
    counts[2] += (types[i] == PointType::isolated) != (g.strong.begin[i] == g.strong.end[i]);
  }
  comm::all_sum_in_place(*g.view.comm, std::span<GlobalIndex>(counts));
  return {counts[0], counts[1], counts[2]};
}

TEST(Coarsening, MakesMaximalIndependentSets) {
  for (const Case& one : cases()) {
    const Graph g(one.n, one.rows);
    const bool mutual = std::string(one.name) != "scattered";
    for (const auto& types : {split_points(g.graph, CoarseningKind::pmis, 0).types,
                              split_points(g.graph, CoarseningKind::hmis, 0).types,
                              hmis_coarsening(g.graph, 0, {40, 100}), hmis_coarsening(g.graph, 0, {7, 16})}) {
      const Faults faults = find_faults(g, types);
      EXPECT_EQ(faults.wrong_isolated, 0) << one.name;
      if (!mutual) continue;
      EXPECT_EQ(faults.dependent_coarse, 0) << one.name;
      EXPECT_EQ(faults.lonely_fine, 0) << one.name;
    }
  }
}

TEST(Coarsening, IsTheSameForAnyThreadCount) {
  threads::assume_oversubscription(threads::Oversubscription::assume_no);
  for (const Case& one : cases()) {
    const Graph g(one.n, one.rows);
    RowWorkspace workspace(4);
    const auto all = [&] {
      std::vector<Array<PointType>> results;
      for (const auto kind : {CoarseningKind::pmis, CoarseningKind::hmis}) {
        const auto first = split_points(g.graph, kind, 0);
        results.push_back(first.types);
        for (const int paths : {1, 2})
          results.push_back(split_again(g.graph, first, kind, paths, 0, workspace).types);
      }
      results.push_back(hmis_coarsening(g.graph, 0, {60, 16}));
      return results;
    };
    const auto reference = [&] {
      const threads::ThreadCountScope one_thread(1);
      return all();
    }();
    for (const int threads : {2, 4}) {
      const threads::ThreadCountScope scope(threads);
      EXPECT_EQ(all(), reference) << one.name;
    }
  }
  threads::assume_oversubscription(threads::Oversubscription::measured);
}

GlobalIndex n_coarse(const Splitting& splitting) {
  return splitting.coarse.partition->n_global();
}

// Global numbers of coarse points, the same list on every rank.
std::vector<GlobalIndex> coarse_ids(const Graph& g, const Array<PointType>& types) {
  std::vector<GlobalIndex> ids;
  for (LocalIndex i = 0; i < g.graph.n_points(); ++i)
    if (types[static_cast<std::size_t>(i)] == PointType::coarse) ids.push_back(g.view.rows->begin() + i);
  return comm::all_gather(*g.view.comm, ids);
}

TEST(Coarsening, AggressiveSplittingsArePartsOfTheFirstAndTheSameForAnyRanks) {
  for (const Case& one : cases()) {
    const Graph here(one.n, one.rows), whole(one.n, one.rows, test::alone());
    RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
    for (const int paths : {1, 2}) {
      const auto split = [&](const Graph& g) {
        const auto first = split_points(g.graph, CoarseningKind::pmis, 0);
        const auto second = split_again(g.graph, first, CoarseningKind::pmis, paths, 0, workspace);
        EXPECT_LE(n_coarse(second), n_coarse(first));
        for (std::size_t i = 0; i < first.types.size(); ++i)
          EXPECT_TRUE(second.types[i] == first.types[i] ||
                      (first.types[i] == PointType::coarse && second.types[i] == PointType::fine));
        return second;
      };
      const auto second = split(here), of_whole = split(whole);
      EXPECT_EQ(coarse_ids(here, second.types), coarse_ids(whole, of_whole.types)) << one.name;
      if (n_coarse(split_points(here.graph, CoarseningKind::pmis, 0)) > 0) {
        EXPECT_GT(n_coarse(second), 0);
      }
    }
  }
}

TEST(Coarsening, AggressiveSplittingsAreMuchCoarser) {
  const Graph g(8000, test::laplacian(20, 20, 20, test::Stencil::star));
  RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
  for (const auto kind : {CoarseningKind::pmis, CoarseningKind::hmis}) {
    const auto first = split_points(g.graph, kind, 0);
    const auto two_paths = split_again(g.graph, first, kind, 2, 0, workspace),
               one_path = split_again(g.graph, first, kind, 1, 0, workspace);
    EXPECT_LT(2 * n_coarse(two_paths), n_coarse(first));
    EXPECT_LT(n_coarse(one_path), n_coarse(two_paths));
  }
}

// Small blocks leave what one block would decide to a second round and to PMIS, and lose little by it.
TEST(Coarsening, BlocksOfHmisHardlyShow) {
  const Graph g(12000, test::laplacian(20, 20, 30, test::Stencil::star));
  const auto count = [&](LocalIndex block_rows) {
    const auto types = hmis_coarsening(g.graph, 0, {block_rows, 16});
    return comm::all_sum(
        *g.view.comm, static_cast<GlobalIndex>(
                          std::count(types.begin(), types.begin() + g.graph.n_points(), PointType::coarse)));
  };
  const auto one_block = static_cast<double>(count(1 << 30)), small_blocks = static_cast<double>(count(3000));
  EXPECT_NEAR(small_blocks, one_block, 0.08 * one_block);
  const auto pmis = static_cast<double>(n_coarse(split_points(g.graph, CoarseningKind::pmis, 0)));
  EXPECT_GT(small_blocks, 1.2 * pmis);
}

}  // namespace
}  // namespace trireme::amg
