// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/dependency_levels.hpp"

#include <algorithm>

namespace trireme::ilu {

DependencyLevels dependency_levels(const DependencyView& triangle) {
  const LocalIndex rows = triangle.rows();
  std::vector<LocalIndex> level(rows, 0);
  std::vector<GlobalIndex> chain(rows, 0);  // work on the longest chain that ends with a row
  LocalIndex count = 0;
  GlobalIndex work = 0;
  GlobalIndex longest = 0;
  for (LocalIndex step = 0; step < rows; ++step) {
    const LocalIndex row = triangle.row_at(step);
    for (const LocalIndex needed : triangle.needed_by(row)) {
      level[row] = std::max(level[row], level[needed] + 1);
      chain[row] = std::max(chain[row], chain[needed]);
    }
    chain[row] += triangle.weight(row);
    work += triangle.weight(row);
    longest = std::max(longest, chain[row]);
    count = std::max(count, level[row] + 1);
  }

  DependencyLevels result;
  result.parallelism = longest == 0 ? 1 : static_cast<double>(work) / static_cast<double>(longest);
  result.offsets.assign(count + 1, 0);
  for (const LocalIndex l : level) ++result.offsets[l + 1];
  for (LocalIndex l = 0; l < count; ++l) result.offsets[l + 1] += result.offsets[l];
  result.rows.resize(rows);
  std::vector<LocalIndex> fill(result.offsets.begin(), result.offsets.end() - 1);
  for (LocalIndex step = 0; step < rows; ++step) {
    const LocalIndex row = triangle.row_at(step);
    result.rows[fill[level[row]]++] = row;
  }
  return result;
}

}  // namespace trireme::ilu
