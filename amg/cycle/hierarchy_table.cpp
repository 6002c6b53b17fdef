// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/hierarchy_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace trireme::amg {

std::vector<std::string> hierarchy_table(const std::vector<LevelStatistics>& levels,
                                         std::span<const double> cycle_seconds) {
  std::vector<std::string> lines{
      "  lev       rows      nonzeros  per row: min  max    avg   weights: min    max  ms a cycle"};
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const LevelStatistics& level = levels[l];
    const double rows = static_cast<double>(std::max<GlobalIndex>(level.rows, 1));
    std::string line = fmt::format("  {:3} {:10} {:13} {:13} {:4} {:6.1f}", l, level.rows, level.nonzeros,
                                   level.row_min, level.row_max, static_cast<double>(level.nonzeros) / rows);
    line += level.interpolation_nonzeros > 0
                ? fmt::format(" {:14.3g} {:6.3g}", level.weight_min, level.weight_max)
                : fmt::format(" {:14} {:6}", "", "");
    if (!cycle_seconds.empty()) line += fmt::format(" {:11.4f}", 1e3 * cycle_seconds[l]);
    lines.push_back(line);
  }
  lines.push_back(fmt::format("  operator complexity {:.4g}, grid complexity {:.4g}",
                              operator_complexity(levels), grid_complexity(levels)));
  return lines;
}

}  // namespace trireme::amg
