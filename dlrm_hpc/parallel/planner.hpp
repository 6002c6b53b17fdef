// SPDX-License-Identifier: Apache-2.0
// Chooses who holds what. Called by training before tables are made; the same on every rank for the same
// arguments. Local.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dlrm_hpc/parallel/sharding_plan.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

enum class PlanKind { automatic, table_wise, row_wise, column_wise, file };

struct PlanOptions {
  PlanKind kind = PlanKind::automatic;
  std::string file;
  std::int64_t replicate_rows = 0;
  double memory_limit = 0;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input). Local.
  void validate() const;
};

// What a shard costs a rank in a step, in seconds; measured at start (cost_model.hpp).
struct TableCosts {
  double seconds_per_lookup_byte = 1e-10;  // gather, sort and update of a byte of a row
  double seconds_per_lookup = 5e-9;
  double seconds_per_wire_byte = 1e-9;  // a byte of a pooled vector or its gradient
};

struct PlanInput {
  std::vector<TableShape> tables;
  std::vector<double> lookups;  // [tables]: mean ids in a bag
  double batch = 0;             // samples of a step
  int n_ranks = 1;
  TableCosts costs;
  std::function<std::int64_t(const Shard&)> bytes;  // of a shard with its state
};

// Throws Error(input) when the memory limit cannot be kept. For kinds other than file.
ShardingPlan make_plan(const PlanOptions& options, const PlanInput& input);

// Cost of each rank [n_ranks] in seconds a step, and what it holds in bytes.
struct PlanLoad {
  std::vector<double> seconds;
  std::vector<std::int64_t> bytes;
  double max_over_mean() const;
};
PlanLoad load_of(const ShardingPlan& plan, const PlanInput& input);

// Items of these costs on n_ranks: the rank of each. Greedy: the next costliest goes to the rank with least.
// Differencing: Karmarkar and Karp, "The differencing method of set partitioning", 1982, for n_ranks sets.
std::vector<int> place_greedily(const std::vector<double>& costs, int n_ranks);
std::vector<int> place_by_differencing(const std::vector<double>& costs, int n_ranks);

}  // namespace trireme::dlrm
