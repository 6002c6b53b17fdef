// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/hierarchy_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace trireme::amg {

std::vector<std::string> hierarchy_table(const HierarchyStatistics& hierarchy,
                                         std::span<const double> cycle_seconds) {
  std::vector<std::string> lines{
      "  lev       rows      nonzeros  per row: min  max    avg   weights: min    max  ms a cycle"};
  for (std::size_t l = 0; l < hierarchy.levels.size(); ++l) {
    const RowCounts& level = hierarchy.levels[l].matrix;
    const WeightStatistics& weights = hierarchy.levels[l].interpolation;
    const double rows = static_cast<double>(std::max<GlobalIndex>(level.rows, 1));
    std::string line =
        fmt::format("  {:3} {:10} {:13} {:13} {:4} {:6.1f}", l, level.rows, level.nonzeros, level.min_entries,
                    level.max_entries, static_cast<double>(level.nonzeros) / rows);
    line += weights.nonzeros > 0 ? fmt::format(" {:14.3g} {:6.3g}", weights.min_weight, weights.max_weight)
                                 : fmt::format(" {:14} {:6}", "", "");
    if (!cycle_seconds.empty()) line += fmt::format(" {:11.4f}", 1e3 * cycle_seconds[l]);
    lines.push_back(line);
  }
  lines.push_back(fmt::format("  operator complexity {:.4g}, grid complexity {:.4g}",
                              hierarchy.operator_complexity, hierarchy.grid_complexity));
  return lines;
}

}  // namespace trireme::amg
