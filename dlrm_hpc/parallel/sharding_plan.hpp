// SPDX-License-Identifier: Apache-2.0
// Which rank holds which rows and columns of which table. Made by the planner or read from a YAML file, the
// same on every rank; set in stone for a run. Called by exchange, training and checkpoints. Local.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dlrm_hpc/embedding/shard.hpp"

namespace trireme::dlrm {

struct ShardingPlan {
  int n_ranks = 1;
  std::vector<Shard> shards;  // by table, then rows, then columns

  // Numbers of the shards of a rank, or of Shard::every_rank, ascending.
  std::vector<std::size_t> shards_of(int rank) const;
  bool splits_rows(int table) const;
  bool splits_columns(int table) const;

  // Into the order of `shards`, with what stands beside each.
  void sort(std::vector<int>* lines = nullptr);

  // The plan as a file that people read and edit, with lines of comment, and back. Throws Error(input) with
  // `name` for text that is no plan for these tables and ranks.
  std::string yaml(const std::vector<TableShape>& tables,
                   const std::vector<std::string>& comments = {}) const;
  static ShardingPlan from_yaml(const std::string& text, const std::string& name,
                                const std::vector<TableShape>& tables, int n_ranks);

  // Every value of every table on exactly one rank, or on every one; tables of maxima neither split by rows
  // nor on every rank; pieces of the same rows have the same rows, so that row-wise rules can add up theirs.
  // Throws Error(input) with `name`, and the lines on which shards stand where they are given [shards].
  void validate(const std::vector<TableShape>& tables, const std::string& name,
                const std::vector<int>& lines = {}) const;
};

}  // namespace trireme::dlrm
