// SPDX-License-Identifier: Apache-2.0
#include "amg/read/coordinate_matrix.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "solvers/base/error.hpp"

namespace trireme::amg {

GlobalRows rows_of(CoordinateMatrix&& matrix, const char* name) {
  if (matrix.n_rows != matrix.n_columns) {
    throw Error(ErrorKind::input,
                std::string(name) + ": the matrix has " + std::to_string(matrix.n_rows) + " rows and " +
                    std::to_string(matrix.n_columns) + " columns",
                "only square systems can be solved");
  }
  // Sizes come from a header that may be damaged; tables are allocated by them.
  const auto n_entries = static_cast<GlobalIndex>(matrix.rows.size());
  if (matrix.n_rows > 1000000 + 16 * n_entries) {
    throw Error(ErrorKind::input,
                std::string(name) + ": the matrix has " + std::to_string(matrix.n_rows) + " rows but only " +
                    std::to_string(n_entries) + " entries",
                "nearly all rows would be empty", "check the sizes in the header");
  }
  const auto n = static_cast<std::size_t>(matrix.n_rows);
  // Count, scan, fill.
  std::vector<std::size_t> next(n + 1, 0);
  for (const GlobalIndex row : matrix.rows) ++next[static_cast<std::size_t>(row) + 1];
  for (std::size_t row = 0; row < n; ++row) next[row + 1] += next[row];
  const std::vector<std::size_t> begins = next;
  std::vector<std::pair<GlobalIndex, double>> entries(matrix.rows.size());
  for (std::size_t i = 0; i < matrix.rows.size(); ++i)
    entries[next[static_cast<std::size_t>(matrix.rows[i])]++] = {matrix.columns[i], matrix.values[i]};
  matrix = {};

  GlobalRows result;
  result.n_global = static_cast<GlobalIndex>(n);
  result.offsets.reserve(n + 1);
  result.columns.reserve(entries.size());
  result.values.reserve(entries.size());
  for (std::size_t row = 0; row < n; ++row) {
    const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(begins[row]),
               end = entries.begin() + static_cast<std::ptrdiff_t>(begins[row + 1]);
    std::stable_sort(begin, end, [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto first = static_cast<std::size_t>(result.offsets.back());
    for (auto entry = begin; entry != end; ++entry) {
      if (result.columns.size() > first && result.columns.back() == entry->first) {
        result.values.back() += entry->second;
      } else {
        result.columns.push_back(entry->first);
        result.values.push_back(entry->second);
      }
    }
    result.offsets.push_back(static_cast<GlobalIndex>(result.columns.size()));
  }
  return result;
}

}  // namespace trireme::amg
