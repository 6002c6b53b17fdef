// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/planner.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include <fmt/format.h>

#include "solvers/base/assert.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {
namespace {

double seconds_of(const Shard& shard, const PlanInput& input) {
  const TableShape& table = input.tables[static_cast<std::size_t>(shard.table)];
  const double part = static_cast<double>(shard.rows()) / static_cast<double>(table.rows);
  const double lookups = input.batch * input.lookups[static_cast<std::size_t>(shard.table)] * part;
  const double bytes = 4.0 * static_cast<double>(shard.width());
  const double wire = input.n_ranks > 1 ? 2 * input.batch * bytes * input.costs.seconds_per_wire_byte : 0;
  return lookups * (input.costs.seconds_per_lookup + bytes * input.costs.seconds_per_lookup_byte) + wire;
}

double largest_sum(const std::vector<double>& costs, const std::vector<int>& ranks, int n_ranks) {
  std::vector<double> sums(static_cast<std::size_t>(n_ranks), 0.0);
  for (std::size_t i = 0; i < costs.size(); ++i) sums[static_cast<std::size_t>(ranks[i])] += costs[i];
  return *std::max_element(sums.begin(), sums.end());
}

std::vector<int> best_placement(const std::vector<double>& costs, int n_ranks) {
  const std::vector<int> greedy = place_greedily(costs, n_ranks);
  const std::vector<int> differencing = place_by_differencing(costs, n_ranks);
  return largest_sum(costs, differencing, n_ranks) < largest_sum(costs, greedy, n_ranks) ? differencing
                                                                                         : greedy;
}

bool may_split_rows(const TableShape& table, int n_ranks) {
  return table.pooling != Pooling::max && table.rows >= n_ranks;
}

void split_rows(const Shard& whole, int n_ranks, std::vector<Shard>& shards) {
  for (int rank = 0; rank < n_ranks; ++rank) {
    const auto [begin, end] = threads::thread_range(whole.rows(), rank, n_ranks);
    Shard shard = whole;
    shard.row_begin = begin;
    shard.row_end = end;
    shard.rank = rank;
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

void require_memory(const ShardingPlan& plan, const PlanInput& input, double limit_gib) {
  if (limit_gib <= 0) return;
  const PlanLoad load = load_of(plan, input);
  const auto most = std::max_element(load.bytes.begin(), load.bytes.end());
  const double gib = static_cast<double>(*most) / (1 << 30);
  if (gib > limit_gib)
    throw Error(
        ErrorKind::input,
        fmt::format("tables do not fit: rank {} would hold {:.3g} GiB", most - load.bytes.begin(), gib),
        fmt::format("plan.memory_limit is {:.3g} GiB a rank", limit_gib),
        "use more ranks, plan.kind=row_wise, or model.hash_rows");
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
       {"file", PlanKind::file}},
      "automatic: whole tables, but those cut by columns that would keep a rank busy longer than "
      "its share; table_wise: whole tables; row_wise: every table cut over all ranks; "
      "column_wise: every table cut into as many columns as there are ranks; file: plan.file");
  schema.add("file", file, "a plan as a run prints it (output.plan), edited or not");
  schema.add("replicate_rows", replicate_rows,
             "tables of at most so many rows are held by every rank, each with its own samples' gradients, "
             "which are added as those of layers are; 0: none",
             {.min = 0});
  schema.add("memory_limit", memory_limit, "of tables and their state on a rank; 0: none",
             {.unit = "GiB", .min = 0});
  schema.section("", "");
}

void PlanOptions::validate() const {
  TRIREME_VALIDATE((kind == PlanKind::file) != file.empty(), ErrorKind::input,
                   "plan.kind and plan.file do not agree", "plan.file belongs to plan.kind=file",
                   "set both or none");
}

std::vector<int> place_greedily(const std::vector<double>& costs, int n_ranks) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  std::vector<double> sums(static_cast<std::size_t>(n_ranks), 0.0);
  std::vector<int> ranks(costs.size(), 0);
  for (const std::size_t item : order) {
    const auto least = std::min_element(sums.begin(), sums.end());
    ranks[item] = static_cast<int>(least - sums.begin());
    *least += costs[item];
  }
  return ranks;
}

std::vector<int> place_by_differencing(const std::vector<double>& costs, int n_ranks) {
  // A partial answer: sets in descending order of their sums, of which only differences matter.
  struct Part {
    double sum = 0;
    std::vector<std::size_t> items;
  };
  struct Partial {
    std::vector<Part> parts;
    std::size_t number = 0;  // which of equals comes first
    double spread() const { return parts.front().sum - parts.back().sum; }
  };
  const auto is_narrower = [](const Partial& a, const Partial& b) {
    return a.spread() != b.spread() ? a.spread() < b.spread() : a.number > b.number;
  };
  std::priority_queue<Partial, std::vector<Partial>, decltype(is_narrower)> partials(is_narrower);
  std::size_t number = 0;
  for (std::size_t item = 0; item < costs.size(); ++item) {
    Partial partial;
    partial.parts.resize(static_cast<std::size_t>(n_ranks));
    partial.parts.front() = {costs[item], {item}};
    partial.number = number++;
    partials.push(std::move(partial));
  }
  while (partials.size() > 1) {
    Partial a = partials.top();
    partials.pop();
    Partial b = partials.top();
    partials.pop();
    const std::size_t n = a.parts.size();
    for (std::size_t k = 0; k < n; ++k) {
      Part& small = b.parts[n - 1 - k];
      a.parts[k].sum += small.sum;
      a.parts[k].items.insert(a.parts[k].items.end(), small.items.begin(), small.items.end());
    }
    std::stable_sort(a.parts.begin(), a.parts.end(),
                     [](const Part& x, const Part& y) { return x.sum > y.sum; });
    a.number = number++;
    partials.push(std::move(a));
  }
  std::vector<int> ranks(costs.size(), 0);
  if (partials.empty()) return ranks;
  for (std::size_t rank = 0; rank < partials.top().parts.size(); ++rank)
    for (const std::size_t item : partials.top().parts[rank].items) ranks[item] = static_cast<int>(rank);
  return ranks;
}

PlanLoad load_of(const ShardingPlan& plan, const PlanInput& input) {
  PlanLoad load;
  load.seconds.assign(static_cast<std::size_t>(plan.n_ranks), 0.0);
  load.bytes.assign(static_cast<std::size_t>(plan.n_ranks), 0);
  for (const Shard& shard : plan.shards)
    for (int rank = 0; rank < plan.n_ranks; ++rank) {
      if (shard.rank != rank && shard.rank != Shard::every_rank) continue;
      const double part = shard.rank == Shard::every_rank ? 1.0 / plan.n_ranks : 1.0;
      load.seconds[static_cast<std::size_t>(rank)] += part * seconds_of(shard, input);
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
  double all = 0;
  for (std::size_t t = 0; t < input.tables.size(); ++t)
    all += seconds_of({static_cast<int>(t), 0, input.tables[t].rows, 0, input.tables[t].width, 0}, input);
  const double share = all / input.n_ranks;
  std::vector<std::size_t> to_place;
  for (std::size_t t = 0; t < input.tables.size(); ++t) {
    const TableShape& table = input.tables[t];
    Shard whole{static_cast<int>(t), 0, table.rows, 0, table.width, 0};
    const std::size_t before = plan.shards.size();
    const int most_parts = static_cast<int>(std::min<GlobalIndex>(input.n_ranks, table.width));
    if (input.n_ranks > 1 && table.rows <= options.replicate_rows && table.pooling != Pooling::max) {
      whole.rank = Shard::every_rank;
      plan.shards.push_back(whole);
      continue;
    }
    if (options.kind == PlanKind::row_wise && may_split_rows(table, input.n_ranks)) {
      split_rows(whole, input.n_ranks, plan.shards);
      continue;
    }
    if (options.kind == PlanKind::column_wise) {
      split_columns(whole, most_parts, plan.shards);
    } else if (options.kind == PlanKind::automatic && seconds_of(whole, input) > 1.05 * share &&
               input.tables.size() > 1) {
      // As many columns as bring it to its share.
      const int parts = std::min(most_parts, static_cast<int>(seconds_of(whole, input) / share) + 1);
      split_columns(whole, parts, plan.shards);
    } else {
      plan.shards.push_back(whole);
    }
    for (std::size_t s = before; s < plan.shards.size(); ++s) to_place.push_back(s);
  }
  std::vector<double> costs;
  for (const std::size_t s : to_place) costs.push_back(seconds_of(plan.shards[s], input));
  const std::vector<int> ranks = best_placement(costs, input.n_ranks);
  for (std::size_t i = 0; i < to_place.size(); ++i) plan.shards[to_place[i]].rank = ranks[i];
  plan.validate(input.tables, "the plan made");
  require_memory(plan, input, options.memory_limit);
  return plan;
}

}  // namespace trireme::dlrm
