// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/data_schema.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "solvers/base/error.hpp"

namespace trireme::dlrm {
namespace {

// Runs `read`, whose exceptions mean that the JSON has another shape.
template <class F>
auto read_json(const std::string& where, F&& read) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, "the description of columns in '" + where + "' cannot be read",
                error.what(), "make the file anew with trireme-dlrm prepare");
  }
}

}  // namespace

bool DataSchema::ids_fit_in_32_bits() const {
  return std::all_of(tables.begin(), tables.end(),
                     [](const TableColumn& table) { return table.rows <= (GlobalIndex{1} << 32); });
}

bool DataSchema::has_weights() const {
  return std::any_of(tables.begin(), tables.end(),
                     [](const TableColumn& table) { return table.has_weights; });
}

nlohmann::json to_json(const DataSchema& schema) {
  nlohmann::json tables = nlohmann::json::array();
  for (const TableColumn& table : schema.tables) {
    tables.push_back(
        {{"name", table.name}, {"rows", table.rows}, {"arity", table.arity == Arity::one ? "one" : "bag"}});
    // Files without weights are as they were before there were any.
    if (table.has_weights) tables.back()["weights"] = true;
  }
  return {{"dense", schema.dense}, {"tables", tables}, {"rule", schema.rule}};
}

nlohmann::json to_json(const DataStatistics& statistics) {
  return {{"samples", statistics.samples},
          {"label_sum", statistics.label_sum},
          {"lines_skipped", statistics.lines_skipped},
          {"lines_mended", statistics.lines_mended},
          {"negative_numbers", statistics.negative_numbers},
          {"empty_ids", statistics.empty_ids}};
}

DataSchema schema_from_json(const nlohmann::json& json, const std::string& where) {
  DataSchema schema = read_json(where, [&] {
    DataSchema read;
    read.dense = json.at("dense").get<std::vector<std::string>>();
    read.rule = json.at("rule").get<std::string>();
    for (const auto& table : json.at("tables"))
      read.tables.push_back({table.at("name").get<std::string>(), table.at("rows").get<GlobalIndex>(),
                             table.at("arity").get<std::string>() == "one" ? Arity::one : Arity::bag,
                             table.value("weights", false)});
    return read;
  });
  for (const TableColumn& table : schema.tables)
    if (table.rows < 1 || (table.has_weights && table.arity == Arity::one))
      throw Error(ErrorKind::input,
                  "table '" + table.name + "' of '" + where + "' has no rows, or weights without bags",
                  "a table has at least one row", "make the file anew with trireme-dlrm prepare");
  return schema;
}

DataStatistics statistics_from_json(const nlohmann::json& json, const std::string& where) {
  return read_json(where, [&] {
    DataStatistics read;
    read.samples = json.at("samples").get<GlobalIndex>();
    read.label_sum = json.at("label_sum").get<double>();
    read.lines_skipped = json.at("lines_skipped").get<GlobalIndex>();
    read.lines_mended = json.at("lines_mended").get<GlobalIndex>();
    read.negative_numbers = json.at("negative_numbers").get<GlobalIndex>();
    read.empty_ids = json.at("empty_ids").get<std::vector<GlobalIndex>>();
    return read;
  });
}

void require_same_columns(const DataSchema& expected, const DataSchema& found, const std::string& file) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::input, "the columns of '" + file + "' are not those of the model", why,
                "prepare both data sets with the same options");
  };
  if (expected.n_dense() != found.n_dense())
    refuse("it has " + std::to_string(found.n_dense()) + " numbers a sample, not " +
           std::to_string(expected.n_dense()));
  if (expected.n_tables() != found.n_tables())
    refuse("it has " + std::to_string(found.n_tables()) + " columns of ids, not " +
           std::to_string(expected.n_tables()));
  for (std::size_t t = 0; t < expected.tables.size(); ++t) {
    const TableColumn &a = expected.tables[t], &b = found.tables[t];
    if (a.rows != b.rows)
      refuse("ids of column '" + b.name + "' lie below " + std::to_string(b.rows) + ", not " +
             std::to_string(a.rows));
    if (a.has_weights != b.has_weights)
      refuse("ids of column '" + b.name + "' have " + (b.has_weights ? "" : "no ") + "weights");
  }
  if (expected.rule != found.rule)
    refuse("ids were made by '" + found.rule + "', not '" + expected.rule + "'");
}

}  // namespace trireme::dlrm
