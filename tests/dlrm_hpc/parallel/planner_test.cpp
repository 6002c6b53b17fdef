// SPDX-License-Identifier: Apache-2.0
// Plans hold every value once, balance what can be balanced, keep memory limits, and survive their own YAML.
#include "dlrm_hpc/parallel/planner.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "dlrm_hpc/embedding/local_shards.hpp"
#include "dlrm_hpc/parallel/node_layout.hpp"
#include "dlrm_hpc/parallel/placement.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/dlrm_hpc/world.hpp"

namespace trireme::dlrm {
namespace {

PlanInput input_of(int n_ranks, const std::vector<GlobalIndex>& rows) {
  PlanInput input;
  for (std::size_t t = 0; t < rows.size(); ++t) {
    input.tables.push_back({"t" + std::to_string(t), rows[t], 16, Pooling::sum, Arity::one});
    input.lookups.push_back(t == 0 ? 20 : 1);
  }
  input.batch = 1024;
  input.n_ranks = n_ranks;
  input.bytes = [](const Shard& shard) {
    return LocalShards::bytes_of(shard, kernels::RowFormat::fp32, kernels::UpdateRule::rowwise_adagrad);
  };
  return input;
}

TEST(Planner, EveryKindHoldsEveryValueOnce) {
  for (const int ranks : {1, 2, 3, 8, 40})
    for (const PlanKind kind : {PlanKind::automatic, PlanKind::table_wise, PlanKind::row_wise,
                                PlanKind::column_wise, PlanKind::table_row_wise, PlanKind::table_column_wise})
      for (const GlobalIndex replicate : {0, 10}) {
        const PlanInput input = input_of(ranks, {1000, 5, 300, 7, 100000});
        PlanOptions options;
        options.kind = kind;
        options.replicate_rows = replicate;
        const ShardingPlan plan = make_plan(options, input);
        EXPECT_NO_THROW(plan.validate(input.tables, "plan"));
        const ShardingPlan again =
            ShardingPlan::from_yaml(plan.yaml(input.tables), "again", input.tables, ranks);
        EXPECT_EQ(again.shards, plan.shards);
        EXPECT_EQ(plan.shards_of(Shard::every_rank).size(), ranks > 1 && replicate > 0 ? 2u : 0u);
        if (kind == PlanKind::automatic && ranks == 3) {
          EXPECT_TRUE(plan.splits_columns(0));
          EXPECT_LT(load_of(plan, input).max_over_mean(), 1.3);
        }
      }
}

TEST(Planner, DifferencingBeatsGreedyWhereItIsKnownTo) {
  // 8 7 6 5 4: greedily {8, 5, 4} and {7, 6}; by differences 16 and 14; the best is 15 and 15.
  const std::vector<double> costs = {8, 7, 6, 5, 4};
  const auto largest = [&](const std::vector<int>& ranks) {
    double sums[2] = {};
    for (std::size_t i = 0; i < costs.size(); ++i) sums[ranks[i]] += costs[i];
    return std::max(sums[0], sums[1]);
  };
  EXPECT_EQ(largest(place_greedily(costs, Places(2))), 17);
  EXPECT_EQ(largest(place_by_differencing(costs, 2)), 16);
  const std::vector<int> three = place_by_differencing({5, 5, 5, 1, 1, 1}, 3);
  for (int rank = 0; rank < 3; ++rank) EXPECT_EQ(std::count(three.begin(), three.end(), rank), 2);
}

TEST(Planner, PlacesWhatIsLeftWhereTimeAndRoomAre) {
  // By time alone the parts are {4, 1} and {3, 2}, of 8 + 3 and 7 + 2 bytes.
  const Items items{{4, 3, 2, 1}, {8, 7, 2, 3}};
  Places places(2);
  places.room = {10, 10};
  const std::vector<int> best = best_placement(items, places);
  std::int64_t bytes[2] = {};
  for (std::size_t i = 0; i < 4; ++i) bytes[best[i]] += items.bytes[i];
  EXPECT_EQ(bytes[0], 10);
  EXPECT_EQ(bytes[1], 10);
  // A place that is busy gets less, one that is twice as fast twice as much.
  Places uneven(2);
  uneven.seconds = {6, 0};
  EXPECT_EQ(best_placement({{1, 1, 1}, {0, 0, 0}}, uneven), (std::vector<int>{1, 1, 1}));
  uneven.seconds = {0, 0};
  uneven.speed = {2, 1};
  const std::vector<int> faster = best_placement({{1, 1, 1}, {0, 0, 0}}, uneven);
  EXPECT_EQ(std::count(faster.begin(), faster.end(), 0), 2);
}

TEST(Planner, CutsFollowFiguresThatAreTheSameInEveryRun) {
  PlanOptions options;
  PlanInput input = input_of(3, {1000, 5, 300, 7, 100000});
  const ShardingPlan nominal = make_plan(options, input);
  input.costs = {1e-12, 1e-3, 1e-6};
  ShardingPlan measured = make_plan(options, input);
  ASSERT_EQ(measured.shards.size(), nominal.shards.size());
  for (std::size_t s = 0; s < nominal.shards.size(); ++s) measured.shards[s].rank = nominal.shards[s].rank;
  EXPECT_EQ(measured.shards, nominal.shards);
  // Where lookups alone cost, the table with twenty of them is cut into other pieces.
  input.costs_of_cuts = TableCosts::from_figures({0, 5, 0});
  EXPECT_NE(make_plan(options, input).shards, nominal.shards);
}

TEST(Planner, KeepsThePiecesOfATableOnANode) {
  const std::vector<int> layouts[] = {{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 0, 0, 1}, {0, 1, 2, 3}, {0, 0, 0, 0}};
  for (const std::vector<int>& nodes : layouts)
    for (const PlanKind kind : {PlanKind::table_row_wise, PlanKind::table_column_wise}) {
      PlanInput input = input_of(4, {1000, 500, 300, 2, 100000, 4000});
      input.lookups[0] = 1;
      input.node_of_rank = nodes;
      input.tables[1].pooling = Pooling::max;
      PlanOptions options;
      options.kind = kind;
      const ShardingPlan plan = make_plan(options, input);
      for (int table = 0; table < 6; ++table) {
        std::vector<int> ranks;
        for (const Shard& shard : plan.shards)
          if (shard.table == table) ranks.push_back(shard.rank);
        const int node = nodes[static_cast<std::size_t>(ranks.front())];
        for (const int rank : ranks) EXPECT_EQ(nodes[static_cast<std::size_t>(rank)], node);
        // One piece a rank of the node, in their order, as far as there are rows.
        EXPECT_TRUE(std::is_sorted(ranks.begin(), ranks.end()));
        EXPECT_EQ(std::adjacent_find(ranks.begin(), ranks.end()), ranks.end());
        std::ptrdiff_t pieces = std::count(nodes.begin(), nodes.end(), node);
        if (kind == PlanKind::table_row_wise && table == 1) pieces = 1;
        if (kind == PlanKind::table_row_wise && table == 3) pieces = std::min<std::ptrdiff_t>(pieces, 2);
        EXPECT_EQ(static_cast<std::ptrdiff_t>(ranks.size()), pieces);
      }
      EXPECT_LT(load_of(plan, input).max_over_mean(), 2.1);
    }
}

TEST(Planner, CutsOverNodesFollowTheSameFiguresToo) {
  // Nodes of two ranks and of one, and a table on every rank, whose measured cost must not move the others.
  PlanInput input = input_of(3, {10, 1000, 1000, 1000, 1000});
  input.node_of_rank = {0, 0, 1};
  PlanOptions options;
  options.kind = PlanKind::table_row_wise;
  options.replicate_rows = 10;
  const ShardingPlan nominal = make_plan(options, input);
  for (const double cost : {1e-12, 1e-3}) {
    input.costs = {cost, cost, cost};
    ShardingPlan measured = make_plan(options, input);
    ASSERT_EQ(measured.shards.size(), nominal.shards.size());
    for (std::size_t s = 0; s < nominal.shards.size(); ++s) measured.shards[s].rank = nominal.shards[s].rank;
    EXPECT_EQ(measured.shards, nominal.shards);
  }
}

TEST(Planner, KeepsMemoryLimitsWithinANode) {
  // Whole tables, as they are pooled by their largest entries: by time alone those of 8 and 3 parts of
  // memory, and of 7 and 2, would be together.
  PlanInput input = input_of(2, {8, 7, 2, 3});
  input.node_of_rank = {0, 0};
  for (TableShape& table : input.tables) table.pooling = Pooling::max;
  input.lookups = {4, 3, 2, 1};
  input.bytes = [](const Shard& shard) { return shard.rows() << 20; };
  PlanOptions options;
  options.kind = PlanKind::table_row_wise;
  options.memory_limit = 10.0 / 1024;
  const PlanLoad load = load_of(make_plan(options, input), input);
  EXPECT_EQ(load.bytes, (std::vector<std::int64_t>{10 << 20, 10 << 20}));
}

TEST(Planner, FindsNodes) {
  const auto n_ranks = static_cast<std::size_t>(world().size());
  EXPECT_EQ(node_of_ranks(world(), 0), std::vector<int>(n_ranks, 0));
  std::vector<int> pairs;
  for (int rank = 0; rank < world().size(); ++rank) pairs.push_back(rank / 2);
  EXPECT_EQ(node_of_ranks(world(), 2), pairs);
}

TEST(Planner, MeasuresTheSameCostsOnEveryRank) {
  const TableCosts costs =
      measure_costs(world(), kernels::RowFormat::fp32, kernels::UpdateRule::rowwise_adagrad);
  EXPECT_GT(costs.of_row_byte + costs.of_lookup, 0);
  if (world().size() > 1) {
    EXPECT_NE(costs.of_wire_byte, TableCosts{}.of_wire_byte);
  }
  EXPECT_LT(costs.of_lookup, 1e-3);
  std::vector<double> least = costs.figures(), most = least;
  comm::all_min_in_place(world(), std::span<double>(least));
  comm::all_max_in_place(world(), std::span<double>(most));
  EXPECT_EQ(least, most);
  EXPECT_EQ(TableCosts::from_figures({0.25, 4, 1}).as_option(), "plan.cost_figures=[0.25,4,1]");
}

TEST(Planner, KeepsTheMemoryLimit) {
  PlanOptions options;
  options.kind = PlanKind::table_wise;
  options.memory_limit = 0.01;
  const PlanInput input = input_of(2, {1000000, 10});
  EXPECT_THROW(make_plan(options, input), Error);
  options.memory_limit = 0.1;
  EXPECT_NO_THROW(make_plan(options, input));
  // The automatic plan cuts what no rank has room for.
  options.kind = PlanKind::automatic;
  options.memory_limit = 0.04;
  const ShardingPlan cut = make_plan(options, input_of(2, {1000000, 10}));
  EXPECT_TRUE(cut.splits_columns(0));
  options.memory_limit = 0.01;
  EXPECT_THROW(make_plan(options, input), Error);
}

TEST(Planner, RefusesPlansThatAreNone) {
  const auto tables = input_of(2, {100}).tables;
  const std::string good = "ranks: 2\nshards:\n  - {table: t0, rows: [0, 100], columns: [0, 16], rank: 1}\n";
  EXPECT_NO_THROW(ShardingPlan::from_yaml(good, "p", tables, 2));
  const std::pair<std::string, std::string> changes[] = {
      {"ranks: 2", "ranks: 3"},
      {"t0", "t9"},
      {"[0, 100]", "[0, 99]"},
      {"[0, 100]", "[0, 101]"},
      {"rank: 1", "rank: 2"},
      {"[0, 16]", "[0, 8]"},
      {"[0, 16]", "16"},
      {", rank: 1", ""},
      {"rows", "lines"},
      {"[0, 100], columns: [0, 16], rank: 1}",
       "[0, 100], columns: [0, 16], rank: 1}\n  - {table: t0, rows: [5, 6], columns: [0, 1], rank: 0}"}};
  for (const auto& [from, to] : changes) {
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_THROW(ShardingPlan::from_yaml(bad, "p", tables, 2), Error) << bad;
  }
  // The line of the shard that is wrong, though shards are put in order.
  const auto message_of = [&](const std::string& shards) {
    try {
      ShardingPlan::from_yaml("ranks: 2\nshards:\n" + shards, "p", tables, 2);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string second_half = "  - {table: t0, rows: [50, 100], columns: [0, 16], rank: 1}\n",
                    first_columns = "  - {table: t0, rows: [0, 50], columns: [0, 8], rank: 0}\n";
  EXPECT_EQ(
      message_of(second_half + first_columns + "  - {table: t0, rows: [0, 50], columns: [8, 16], rank: 1}\n"),
      "");
  EXPECT_NE(message_of(second_half + "  - {table: t0, rows: [0, 51], columns: [0, 16], rank: 1}\n")
                .find("line 3: two shards of table 't0' overlap"),
            std::string::npos);
  const std::string uneven =
      message_of("  - {table: t0, rows: [0, 100], columns: [8, 16], rank: 1}\n" + first_columns +
                 "  - {table: t0, rows: [50, 100], columns: [0, 8], rank: 1}\n");
  EXPECT_NE(uneven.find("line 3: rows 0 to 100"), std::string::npos) << uneven;
}

}  // namespace
}  // namespace trireme::dlrm
