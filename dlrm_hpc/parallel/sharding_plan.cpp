// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/sharding_plan.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "solvers/base/assert.hpp"
#include "solvers/options/scalar_conversion.hpp"
#include "solvers/options/yaml_reader.hpp"
#include "solvers/options/yaml_text.hpp"

namespace trireme::dlrm {
namespace {

using options::Value;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorKind::input, "'" + name + "' is no plan for these tables and ranks", why,
              "take the plan that a run of the same tables prints as a start");
}

// [begin, end] of a list of two integers.
std::pair<GlobalIndex, GlobalIndex> range_of(const Value& value, const std::string& name) {
  const auto at = [&](std::size_t i) {
    const auto number = options::to_int64(value.items[i].text);
    if (!number) refuse(name, fmt::format("line {}: a range holds two integers", value.line));
    return *number;
  };
  if (value.kind != Value::Kind::list || value.items.size() != 2)
    refuse(name, fmt::format("line {}: a range is a list of two integers", value.line));
  return {at(0), at(1)};
}

}  // namespace

std::vector<std::size_t> ShardingPlan::shards_of(int rank) const {
  std::vector<std::size_t> of_rank;
  for (std::size_t s = 0; s < shards.size(); ++s)
    if (shards[s].rank == rank) of_rank.push_back(s);
  return of_rank;
}

bool ShardingPlan::splits_rows(int table) const {
  return std::any_of(shards.begin(), shards.end(),
                     [&](const Shard& shard) { return shard.table == table && shard.row_begin > 0; });
}

bool ShardingPlan::splits_columns(int table) const {
  return std::any_of(shards.begin(), shards.end(),
                     [&](const Shard& shard) { return shard.table == table && shard.column_begin > 0; });
}

void ShardingPlan::sort(std::vector<int>* lines) {
  std::vector<std::pair<Shard, int>> both;
  for (std::size_t s = 0; s < shards.size(); ++s) both.emplace_back(shards[s], lines ? (*lines)[s] : 0);
  std::stable_sort(both.begin(), both.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first.table, a.first.row_begin, a.first.column_begin) <
           std::tuple(b.first.table, b.first.row_begin, b.first.column_begin);
  });
  for (std::size_t s = 0; s < shards.size(); ++s) {
    shards[s] = both[s].first;
    if (lines) (*lines)[s] = both[s].second;
  }
}

std::string ShardingPlan::yaml(const std::vector<TableShape>& tables,
                               const std::vector<std::string>& comments) const {
  std::string text = "# Who holds which part of which table; ranges end before their second number.\n";
  for (const std::string& comment : comments) text += "# " + comment + "\n";
  text += fmt::format("ranks: {}\nshards:\n", n_ranks);
  for (const Shard& shard : shards)
    text += fmt::format("  - {{table: {}, rows: [{}, {}], columns: [{}, {}], rank: {}}}\n",
                        options::yaml_string(tables[static_cast<std::size_t>(shard.table)].name),
                        shard.row_begin, shard.row_end, shard.column_begin, shard.column_end,
                        shard.rank == Shard::every_rank ? "every" : std::to_string(shard.rank));
  return text;
}

ShardingPlan ShardingPlan::from_yaml(const std::string& text, const std::string& name,
                                     const std::vector<TableShape>& tables, int n_ranks) {
  const Value root = options::read_yaml(text, name);
  ShardingPlan plan;
  std::vector<int> lines;
  plan.n_ranks = n_ranks;
  for (const auto& entry : root.entries) {
    if (entry.key == "ranks") {
      const auto ranks = options::to_int64(entry.value.text);
      if (!ranks || *ranks != n_ranks)
        refuse(name, fmt::format("it is for {} ranks, and there are {}", entry.value.text, n_ranks));
    } else if (entry.key == "shards") {
      for (const Value& item : entry.value.items) {
        Shard shard;
        int fields = 0;
        for (const auto& field : item.entries) {
          ++fields;
          if (field.key == "table") {
            const auto found = std::find_if(tables.begin(), tables.end(), [&](const TableShape& table) {
              return table.name == field.value.text;
            });
            if (found == tables.end())
              refuse(name, fmt::format("line {}: there is no table '{}'", field.line, field.value.text));
            shard.table = static_cast<int>(found - tables.begin());
          } else if (field.key == "rows") {
            std::tie(shard.row_begin, shard.row_end) = range_of(field.value, name);
          } else if (field.key == "columns") {
            std::tie(shard.column_begin, shard.column_end) = range_of(field.value, name);
          } else if (field.key == "rank") {
            const auto rank = options::to_int64(field.value.text);
            if (field.value.text != "every" && (!rank || *rank < 0 || *rank >= n_ranks))
              refuse(name, fmt::format("line {}: '{}' is no rank", field.line, field.value.text));
            shard.rank = rank ? static_cast<int>(*rank) : Shard::every_rank;
          } else {
            refuse(name, fmt::format("line {}: a shard has no '{}'", field.line, field.key));
          }
        }
        if (fields != 4)
          refuse(name, fmt::format("line {}: a shard has table, rows, columns, rank", item.line));
        plan.shards.push_back(shard);
        lines.push_back(item.line);
      }
    } else {
      refuse(name, fmt::format("line {}: '{}' is not known", entry.line, entry.key));
    }
  }
  plan.sort(&lines);
  plan.validate(tables, name, lines);
  return plan;
}

void ShardingPlan::validate(const std::vector<TableShape>& tables, const std::string& name,
                            const std::vector<int>& lines) const {
  const auto place_of = [&](std::size_t s) {
    return lines.empty() ? std::string() : fmt::format("line {}: ", lines[s]);
  };
  std::vector<GlobalIndex> values(tables.size(), 0);
  for (std::size_t s = 0; s < shards.size(); ++s) {
    const Shard& shard = shards[s];
    const TableShape& table = tables[static_cast<std::size_t>(shard.table)];
    const auto refuse_shard = [&](const std::string& why) { refuse(name, place_of(s) + why); };
    if (shard.row_begin < 0 || shard.rows() < 1 || shard.row_end > table.rows || shard.column_begin < 0 ||
        shard.width() < 1 || shard.column_end > table.width)
      refuse_shard(fmt::format("a shard of table '{}' is empty or reaches beyond its {} rows and {} columns",
                               table.name, table.rows, table.width));
    if (shard.rank == Shard::every_rank && (shard.rows() != table.rows || shard.width() != table.width))
      refuse_shard(
          fmt::format("a part of table '{}' is on every rank; only whole tables can be", table.name));
    if (table.pooling == Pooling::max && shard.rows() != table.rows)
      refuse_shard(fmt::format("table '{}' is split by rows, but pools maxima", table.name));
    if (table.pooling == Pooling::max && shard.rank == Shard::every_rank)
      refuse_shard(fmt::format("table '{}' is on every rank, but pools maxima", table.name));
    values[static_cast<std::size_t>(shard.table)] += shard.rows() * shard.width();
    for (std::size_t other = 0; other < s; ++other) {
      const Shard& b = shards[other];
      if (b.table != shard.table || b.row_begin >= shard.row_end || shard.row_begin >= b.row_end) continue;
      if (b.column_begin < shard.column_end && shard.column_begin < b.column_end)
        refuse_shard(fmt::format("two shards of table '{}' overlap", table.name));
      if (b.row_begin != shard.row_begin || b.row_end != shard.row_end)
        refuse_shard(
            fmt::format("rows {} to {} of table '{}' share some with rows {} to {} of another "
                        "piece of columns, but not all",
                        shard.row_begin, shard.row_end, table.name, b.row_begin, b.row_end));
    }
  }
  for (std::size_t t = 0; t < tables.size(); ++t)
    if (values[t] != tables[t].rows * tables[t].width)
      refuse(name, fmt::format("parts of table '{}' are on no rank: {} of its {} values have one",
                               tables[t].name, values[t], tables[t].rows * tables[t].width));
}

}  // namespace trireme::dlrm
