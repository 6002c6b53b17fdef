// SPDX-License-Identifier: Apache-2.0
// Chooses who holds what. Called by training before tables are made; the same on every rank for the same
// arguments. Local.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dlrm_hpc/parallel/cost_model.hpp"
#include "dlrm_hpc/parallel/sharding_plan.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

// The two before last: tables over nodes, each cut over the ranks of its node (Mudigere et al.,
// "Software-hardware co-design for fast and scalable training of deep learning recommendation models",
// ISCA'22).
enum class PlanKind { automatic, table_wise, row_wise, column_wise, table_row_wise, table_column_wise, file };
enum class CostSource { measured, given };

struct PlanOptions {
  PlanKind kind = PlanKind::automatic;
  std::string file;
  CostSource costs = CostSource::measured;
  std::vector<double> cost_figures = TableCosts().figures();
  std::int64_t replicate_rows = 0;
  int ranks_per_node = 0;
  double memory_limit = 0;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input). Local.
  void validate() const;
};

struct PlanInput {
  std::vector<TableShape> tables;
  std::vector<double> lookups;  // [tables]: mean ids in a bag
  double batch = 0;             // samples of a step
  double wire_value_bytes = 4;  // of a value of a pooled vector on its way
  int n_ranks = 1;
  std::vector<int> node_of_rank;  // [n_ranks], from 0; empty: one node
  // What says where shards go, on which no result depends, may be measured; what says which tables are cut,
  // on which their last bits may, is the same in every run.
  TableCosts costs, costs_of_cuts;
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

}  // namespace trireme::dlrm
