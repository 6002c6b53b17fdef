// SPDX-License-Identifier: Apache-2.0
// What the columns of a data set are: numbers, and ids into tables. Kept in every data set's file, and all
// that a model needs to know of its data. Called by everything in data/ and by the model's construction.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "solvers/base/types.hpp"

namespace trireme::dlrm {

// Whether a sample has exactly one id in a column, or a bag of any number of them, none included.
enum class Arity { one, bag };

struct TableColumn {
  std::string name;
  GlobalIndex rows = 0;  // ids are 0 .. rows - 1
  Arity arity = Arity::one;
  bool has_weights = false;  // a weight stands by each id of a bag, by which its row is multiplied
  bool operator==(const TableColumn&) const = default;
};

struct DataSchema {
  std::vector<std::string> dense;   // names of the numbers of a sample
  std::vector<TableColumn> tables;  // names and sizes of its ids
  // How ids and numbers came from their source, as in "hex modulo rows; log(x + 1)": told, compared, not run.
  std::string rule;

  // Ids take 4 bytes in files and messages where every table has at most 2^32 rows, else 8.
  bool ids_fit_in_32_bits() const;
  bool has_weights() const;
  int n_dense() const { return static_cast<int>(dense.size()); }
  int n_tables() const { return static_cast<int>(tables.size()); }

  bool operator==(const DataSchema&) const = default;
};

// What was seen while a data set was written.
struct DataStatistics {
  GlobalIndex samples = 0;
  double label_sum = 0;
  GlobalIndex lines_skipped = 0;  // lenient only: lines that could not be read
  GlobalIndex lines_mended = 0;   // lenient only: lines with fields missing, left over or unreadable
  GlobalIndex negative_numbers = 0;
  std::vector<GlobalIndex> empty_ids;  // [tables]: samples without an id
};

// Throws Error(input) with `where` when the text is not what these functions write.
nlohmann::json to_json(const DataSchema& schema);
nlohmann::json to_json(const DataStatistics& statistics);
DataSchema schema_from_json(const nlohmann::json& json, const std::string& where);
DataStatistics statistics_from_json(const nlohmann::json& json, const std::string& where);

// Throws Error(input) when the two do not fit together, naming the first column that differs.
void require_same_columns(const DataSchema& expected, const DataSchema& found, const std::string& file);

}  // namespace trireme::dlrm
