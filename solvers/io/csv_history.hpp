// SPDX-License-Identifier: Apache-2.0
// The history of a run as a CSV file that can be followed while it grows: names and units in the first line,
// one row a step, flushed row by row. Called by solvers on rank 0 only.
#pragma once

#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace trireme::io {

struct CsvColumn {
  std::string name;
  std::string unit = {};  // empty for numbers without one
};

// A text as one entry of a CSV file (RFC 4180): in quotes where it holds a comma, a quote or a line's end.
std::string csv_text(const std::string& text);

class CsvHistory {
 public:
  // Starts a new file over an old one. Throws Error(io) with the path, here and in append().
  CsvHistory(const std::string& path, const std::vector<CsvColumn>& columns);

  // Continues the file of an interrupted run: keeps the rows whose first column is below `first_column_below`
  // (what lies beyond was written after the checkpoint and will be written again, as will a half-written last
  // row). A missing or empty file is started. Throws Error(input) when the file has other columns.
  static CsvHistory resume(const std::string& path, const std::vector<CsvColumn>& columns,
                           double first_column_below);

  // row [columns]. Numbers are written so that they read back exactly.
  void append(std::span<const double> row);

  const std::string& path() const { return path_; }

  // "step,residual [1],time [s]"; names with a comma or a quote in them are quoted.
  static std::string header(const std::vector<CsvColumn>& columns);

 private:
  struct Continue {};
  CsvHistory(Continue, const std::string& path, const std::vector<CsvColumn>& columns);
  void require_good(const char* action);

  std::string path_;
  std::size_t columns_;
  std::ofstream file_;
};

}  // namespace trireme::io
