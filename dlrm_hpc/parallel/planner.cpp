// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/planner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "dlrm_hpc/parallel/placement.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {
namespace {

double seconds_of(const Shard& shard, const PlanInput& input, const TableCosts& costs) {
  const TableShape& table = input.tables[static_cast<std::size_t>(shard.table)];
  const double part = static_cast<double>(shard.rows()) / static_cast<double>(table.rows);
  const double lookups = input.batch * input.lookups[static_cast<std::size_t>(shard.table)] * part;
  const auto width = static_cast<double>(shard.width());
  // Ids come, vectors go, their gradients come.
  const double wire = input.n_ranks > 1 ? 4 * lookups + 2 * input.batch * width * input.wire_value_bytes : 0;
  return lookups * (costs.of_lookup + 4 * width * costs.of_row_byte) + wire * costs.of_wire_byte;
}

bool may_split_rows(const TableShape& table, int n_ranks) {
  return table.pooling != Pooling::max && table.rows >= n_ranks;
}

// Into as many pieces as there are ranks, which are theirs.
void split_rows(const Shard& whole, const std::vector<int>& ranks, std::vector<Shard>& shards) {
  const auto parts = static_cast<int>(ranks.size());
  for (int part = 0; part < parts; ++part) {
    const auto [begin, end] = threads::thread_range(whole.rows(), part, parts);
    Shard shard = whole;
    shard.row_begin = begin;
    shard.row_end = end;
    shard.rank = ranks[static_cast<std::size_t>(part)];
    shards.push_back(shard);
  }
}

void split_columns(const Shard& whole, int parts, std::vector<Shard>& shards) {
  for (int part = 0; part < parts; ++part) {
    const auto [begin, end] = threads::thread_range(whole.width(), part, parts);
    Shard shard = whole;
    shard.column_begin = begin;
    shard.column_end = end;
    shards.push_back(shard);
  }
}

std::int64_t limit_of(const PlanOptions& options) {
  return options.memory_limit > 0
             ? static_cast<std::int64_t>(std::min(std::ldexp(1.0, 56), std::ldexp(options.memory_limit, 30)))
             : Places::unlimited_room;
}

void require_memory(const ShardingPlan& plan, const PlanInput& input, const PlanOptions& options) {
  const PlanLoad load = load_of(plan, input);
  const auto most = std::max_element(load.bytes.begin(), load.bytes.end());
  if (options.memory_limit > 0 && *most > limit_of(options))
    throw Error(ErrorKind::input,
                fmt::format("tables do not fit: rank {} would hold {:.3g} GiB", most - load.bytes.begin(),
                            std::ldexp(static_cast<double>(*most), -30)),
                fmt::format("plan.memory_limit is {:.3g} GiB a rank", options.memory_limit),
                "use more ranks, plan.kind=row_wise, or model.hash_rows");
}

// Into how many pieces of columns the automatic plan cuts a table: as many as bring a rank's part to its
// share of all work, and to what it has room for.
int pieces_of(const Shard& whole, const PlanInput& input, double share, std::int64_t limit, int most_pieces) {
  const double seconds = seconds_of(whole, input, input.costs_of_cuts);
  int pieces = 1;
  if (seconds > 1.05 * share && input.tables.size() > 1)
    pieces = static_cast<int>(std::min<double>(most_pieces, std::floor(seconds / share) + 1));
  const auto is_too_large = [&] {
    Shard widest = whole;
    widest.column_end = (whole.width() + pieces - 1) / pieces;
    return input.bytes(widest) > limit;
  };
  while (pieces < most_pieces && is_too_large()) ++pieces;
  return pieces;
}

Items items_of(const std::vector<Shard>& shards, const PlanInput& input, const TableCosts& costs) {
  Items items;
  for (const Shard& shard : shards) {
    items.seconds.push_back(seconds_of(shard, input, costs));
    items.bytes.push_back(input.bytes(shard));
  }
  return items;
}

// The nodes of the ranks: a node is as fast and has as much room as its ranks together. busy: [ranks] by the
// figures that say what is cut, as the node of a table decides into how many pieces it is.
Places nodes_of(const std::vector<std::vector<int>>& ranks_of, const std::vector<double>& busy,
                const Places& ranks) {
  Places nodes(ranks_of.size());
  for (std::size_t node = 0; node < ranks_of.size(); ++node) {
    nodes.speed[node] = static_cast<double>(ranks_of[node].size());
    nodes.room[node] = 0;
    for (const int rank : ranks_of[node]) {
      const auto r = static_cast<std::size_t>(rank);
      nodes.seconds[node] += busy[r];
      nodes.room[node] = std::min(Places::unlimited_room, nodes.room[node] + ranks.room[r]);
    }
  }
  return nodes;
}

// Puts shards where they are said to be, which takes time and room there.
void occupy(const std::vector<Shard>& added, const PlanInput& input, Places& places,
            std::vector<Shard>& shards) {
  for (const Shard& shard : added) {
    const auto rank = static_cast<std::size_t>(shard.rank);
    places.seconds[rank] += seconds_of(shard, input, input.costs);
    places.room[rank] -= input.bytes(shard);
    shards.push_back(shard);
  }
}

// Deals whole tables out to nodes, then cuts each over the ranks of its node: all of them, or the least busy
// with room for a piece where it has fewer rows or columns; those that stay whole come last. `places` are the
// ranks, of which time and room are taken.
void place_on_nodes(const std::vector<Shard>& tables, bool by_rows, const PlanInput& input,
                    const std::vector<double>& busy, Places& places, std::vector<Shard>& shards) {
  std::vector<int> node_of_rank = input.node_of_rank;
  node_of_rank.resize(static_cast<std::size_t>(input.n_ranks), 0);
  std::vector<std::vector<int>> ranks_of(
      static_cast<std::size_t>(*std::max_element(node_of_rank.begin(), node_of_rank.end())) + 1);
  for (int rank = 0; rank < input.n_ranks; ++rank)
    ranks_of[static_cast<std::size_t>(node_of_rank[static_cast<std::size_t>(rank)])].push_back(rank);
  const Items items = items_of(tables, input, input.costs_of_cuts);
  const std::vector<int> node_of = best_placement(items, nodes_of(ranks_of, busy, places));
  const auto pieces_of_table = [&](std::size_t t) {
    const TableShape& table = input.tables[static_cast<std::size_t>(tables[t].table)];
    const auto ranks = static_cast<GlobalIndex>(ranks_of[static_cast<std::size_t>(node_of[t])].size());
    return by_rows ? table.pooling == Pooling::max ? 1 : std::min(ranks, table.rows)
                   : std::min(ranks, table.width);
  };
  // The largest pieces first.
  std::vector<std::size_t> order(tables.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size_of_piece = [&](std::size_t t) {
    return items.seconds[t] / static_cast<double>(pieces_of_table(t));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size_of_piece(a) > size_of_piece(b); });
  std::vector<std::vector<Shard>> whole(ranks_of.size());
  for (const std::size_t t : order) {
    const auto node = static_cast<std::size_t>(node_of[t]);
    const GlobalIndex pieces = pieces_of_table(t);
    if (pieces == 1) {
      whole[node].push_back(tables[t]);
      continue;
    }
    const std::int64_t bytes = (input.bytes(tables[t]) + pieces - 1) / pieces;
    std::vector<int> ranks = ranks_of[node];
    std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
      const auto i = static_cast<std::size_t>(a), k = static_cast<std::size_t>(b);
      const bool fits_a = places.room[i] >= bytes, fits_b = places.room[k] >= bytes;
      return fits_a != fits_b ? fits_a : places.seconds[i] < places.seconds[k];
    });
    ranks.resize(static_cast<std::size_t>(pieces));
    // Ascending: parts of a bag are added in the order of ranks, which is then that of rows.
    std::sort(ranks.begin(), ranks.end());
    std::vector<Shard> added;
    if (by_rows)
      split_rows(tables[t], ranks, added);
    else
      split_columns(tables[t], static_cast<int>(ranks.size()), added);
    for (std::size_t s = 0; s < added.size(); ++s) added[s].rank = ranks[s];
    occupy(added, input, places, shards);
  }
  for (std::size_t node = 0; node < ranks_of.size(); ++node) {
    Places here(ranks_of[node].size());
    for (std::size_t k = 0; k < ranks_of[node].size(); ++k) {
      here.seconds[k] = places.seconds[static_cast<std::size_t>(ranks_of[node][k])];
      here.room[k] = places.room[static_cast<std::size_t>(ranks_of[node][k])];
    }
    const std::vector<int> places_here = best_placement(items_of(whole[node], input, input.costs), here);
    for (std::size_t k = 0; k < whole[node].size(); ++k)
      whole[node][k].rank = ranks_of[node][static_cast<std::size_t>(places_here[k])];
    occupy(whole[node], input, places, shards);
  }
}

}  // namespace

void PlanOptions::describe(options::Schema& schema) {
  schema.section("plan", "Which rank holds which part of which table.");
  schema.add_choice(
      "kind", kind,
      {{"automatic", PlanKind::automatic},
       {"table_wise", PlanKind::table_wise},
       {"row_wise", PlanKind::row_wise},
       {"column_wise", PlanKind::column_wise},
       {"table_row_wise", PlanKind::table_row_wise},
       {"table_column_wise", PlanKind::table_column_wise},
       {"file", PlanKind::file}},
      "automatic: whole tables, but those cut by columns that would keep a rank busy longer than "
      "its share, or that it has no room for; table_wise: whole tables; row_wise: every table cut over all "
      "ranks; "
      "column_wise: every table cut into as many columns as there are ranks; table_row_wise and "
      "table_column_wise: every table on one node, cut over its ranks; file: plan.file");
  schema.add("file", file, "a plan as a run prints it (output.plan), edited or not");
  schema.add_choice("costs", costs, {{"measured", CostSource::measured}, {"given", CostSource::given}},
                    "what says where shards go: figures that are measured when a run starts, and told, or "
                    "plan.cost_figures; no result depends on it");
  schema.add(
      "cost_figures", cost_figures,
      "of a byte of a row that is looked up, of a lookup, and of a byte between ranks; which tables an "
      "automatic plan cuts follows these in any case",
      {.unit = "ns", .min = 0, .length = 3});
  schema.add("replicate_rows", replicate_rows,
             "tables of at most so many rows are held by every rank, each with its own samples' gradients, "
             "which are added as those of layers are; 0: none",
             {.min = 0});
  schema.add("ranks_per_node", ranks_per_node,
             "consecutive ranks that count as a node; 0: those that share memory", {.min = 0});
  schema.add("memory_limit", memory_limit, "of tables and their state on a rank; 0: none",
             {.unit = "GiB", .min = 0});
  schema.section("", "");
}

void PlanOptions::validate() const {
  TRIREME_VALIDATE((kind == PlanKind::file) != file.empty(), ErrorKind::input,
                   "plan.kind and plan.file do not agree", "plan.file belongs to plan.kind=file",
                   "set both or none");
}

PlanLoad load_of(const ShardingPlan& plan, const PlanInput& input) {
  PlanLoad load;
  load.seconds.assign(static_cast<std::size_t>(plan.n_ranks), 0.0);
  load.bytes.assign(static_cast<std::size_t>(plan.n_ranks), 0);
  for (const Shard& shard : plan.shards)
    for (int rank = 0; rank < plan.n_ranks; ++rank) {
      if (shard.rank != rank && shard.rank != Shard::every_rank) continue;
      // A table on every rank is looked up by each for its own samples.
      const double part = shard.rank == Shard::every_rank ? 1.0 / plan.n_ranks : 1.0;
      load.seconds[static_cast<std::size_t>(rank)] += part * seconds_of(shard, input, input.costs);
      load.bytes[static_cast<std::size_t>(rank)] += input.bytes(shard);
    }
  return load;
}

double PlanLoad::max_over_mean() const {
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  if (sum == 0) return 1;
  return *std::max_element(seconds.begin(), seconds.end()) * static_cast<double>(seconds.size()) / sum;
}

ShardingPlan make_plan(const PlanOptions& options, const PlanInput& input) {
  TRIREME_EXPECT(options.kind != PlanKind::file);
  ShardingPlan plan;
  plan.n_ranks = input.n_ranks;
  const auto whole_table = [&](std::size_t t) {
    return Shard{static_cast<int>(t), 0, input.tables[t].rows, 0, input.tables[t].width, 0};
  };
  double all = 0;
  for (std::size_t t = 0; t < input.tables.size(); ++t)
    all += seconds_of(whole_table(t), input, input.costs_of_cuts);
  const double share = all / input.n_ranks;
  const std::int64_t limit = limit_of(options);

  // 1. What is held by every rank, or cut by rows over all of them, has its place.
  std::vector<int> all_ranks(static_cast<std::size_t>(input.n_ranks));
  std::iota(all_ranks.begin(), all_ranks.end(), 0);
  std::vector<Shard> to_place, of_nodes;
  for (std::size_t t = 0; t < input.tables.size(); ++t) {
    const TableShape& table = input.tables[t];
    Shard whole = whole_table(t);
    const int most_pieces = static_cast<int>(std::min<GlobalIndex>(input.n_ranks, table.width));
    if (input.n_ranks > 1 && table.rows <= options.replicate_rows && table.pooling != Pooling::max) {
      whole.rank = Shard::every_rank;
      plan.shards.push_back(whole);
    } else if (options.kind == PlanKind::row_wise && may_split_rows(table, input.n_ranks)) {
      split_rows(whole, all_ranks, plan.shards);
    } else if (options.kind == PlanKind::column_wise) {
      split_columns(whole, most_pieces, to_place);
    } else if (options.kind == PlanKind::table_row_wise || options.kind == PlanKind::table_column_wise) {
      of_nodes.push_back(whole);
    } else if (options.kind == PlanKind::automatic) {
      split_columns(whole, pieces_of(whole, input, share, limit, most_pieces), to_place);
    } else {
      to_place.push_back(whole);
    }
  }

  // 2. The rest goes where time and memory are left.
  Places places(static_cast<std::size_t>(input.n_ranks));
  const PlanLoad before = load_of(plan, input);
  places.seconds = before.seconds;
  for (std::size_t rank = 0; rank < places.room.size(); ++rank)
    places.room[rank] = limit - before.bytes[rank];
  if (!of_nodes.empty()) {
    PlanInput by_cuts = input;
    by_cuts.costs = input.costs_of_cuts;
    const std::vector<double> busy = load_of(plan, by_cuts).seconds;
    place_on_nodes(of_nodes, options.kind == PlanKind::table_row_wise, input, busy, places, plan.shards);
  }
  const std::vector<int> ranks = best_placement(items_of(to_place, input, input.costs), places);
  for (std::size_t i = 0; i < to_place.size(); ++i) to_place[i].rank = ranks[i];
  plan.shards.insert(plan.shards.end(), to_place.begin(), to_place.end());
  plan.sort();
  plan.validate(input.tables, "the plan made");
  require_memory(plan, input, options);
  return plan;
}

}  // namespace trireme::dlrm
