// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/csv_history.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fmt/format.h>

#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
#include "solvers/io/atomic_write.hpp"

namespace trireme::io {

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

CsvHistory::CsvHistory(const std::string& path, const std::vector<CsvColumn>& columns)
    : path_(path), columns_(columns.size()), file_(path, std::ios::trunc) {
  require_good("create");
  file_ << header(columns) << '\n' << std::flush;
  require_good("write");
}

CsvHistory::CsvHistory(Continue, const std::string& path, const std::vector<CsvColumn>& columns)
    : path_(path), columns_(columns.size()), file_(path, std::ios::app) {
  require_good("continue");
}

CsvHistory CsvHistory::resume(const std::string& path, const std::vector<CsvColumn>& columns,
                              double first_column_below) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string old = text.str();
  if (old.empty()) return CsvHistory(path, columns);

  std::string kept;
  std::size_t begin = 0;
  // Only lines that end in a newline are whole.
  for (std::size_t end = old.find('\n'); end != std::string::npos;
       begin = end + 1, end = old.find('\n', begin)) {
    const std::string line = old.substr(begin, end - begin);
    if (begin == 0) {
      if (line != header(columns)) {
        throw Error(ErrorKind::input, fmt::format("{}: cannot continue this history", path),
                    fmt::format("it has the columns '{}', the run has '{}'", line, header(columns)),
                    "move the file away or give the run another output folder");
      }
      kept += line + '\n';
    } else if (std::strtod(line.c_str(), nullptr) < first_column_below) {
      kept += line + '\n';
    }
  }
  if (kept.empty()) return CsvHistory(path, columns);
  if (kept != old) atomic_write(path, kept);
  return CsvHistory(Continue{}, path, columns);
}

void CsvHistory::append(std::span<const double> row) {
  TRIREME_EXPECT(row.size() == columns_);
  std::string line;
  for (const double value : row) line += fmt::format("{}{}", line.empty() ? "" : ",", value);
  errno = 0;
  file_ << line << '\n' << std::flush;
  require_good("write");
}

std::string CsvHistory::header(const std::vector<CsvColumn>& columns) {
  std::string text;
  for (const auto& column : columns) {
    const std::string unit = column.unit.empty() ? "" : fmt::format(" [{}]", column.unit);
    text += fmt::format("{}{}", text.empty() ? "" : ",", csv_text(column.name + unit));
  }
  return text;
}

void CsvHistory::require_good(const char* action) {
  if (file_.good()) return;
  throw Error(ErrorKind::io, fmt::format("{}: cannot {} this history", path_, action),
              errno != 0 ? std::strerror(errno) : "the system gives no reason",
              "check the folder and its free space");
}

}  // namespace trireme::io
