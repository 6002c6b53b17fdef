// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/hierarchy_statistics.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "amg/matrix/local_rows.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

// Extrema over the ranks: the smaller one travels negated, so that one reduction does.
struct Extrema {
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
  void take(double value) {
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
};

// f(row): whether the row counts for the extrema.
template <class Counts>
RowStatistics row_statistics(const MatrixView& matrix, Counts&& counts) {
  const LocalRows rows(matrix);
  Extrema entries, values, sums;
  for (LocalIndex row = 0; row < rows.n_rows; ++row) {
    if (rows.n_entries(row) == 0 || !counts(row)) continue;
    double sum = 0;
    rows.for_entries(row, [&](LocalIndex, double value) {
      values.take(value);
      sum += value;
    });
    sums.take(sum);
    entries.take(rows.n_entries(row));
  }
  std::array<double, 6> all{-entries.smallest, entries.largest, -values.smallest,
                            values.largest,    -sums.smallest,  sums.largest};
  comm::all_max_in_place(*matrix.comm, std::span<double>(all));
  RowStatistics found;
  found.rows = matrix.rows->n_global();
  found.nonzeros = comm::all_sum(
      *matrix.comm, GlobalIndex{matrix.diagonal.n_nonzeros()} + matrix.off_diagonal.n_nonzeros());
  if (all[1] < 0) return found;
  found.min_entries = static_cast<GlobalIndex>(-all[0]);
  found.max_entries = static_cast<GlobalIndex>(all[1]);
  found.min_value = -all[2];
  found.max_value = all[3];
  found.min_row_sum = -all[4];
  found.max_row_sum = all[5];
  return found;
}

SetupLevelStatistics level_statistics(const SetupLevel& level, bool is_coarsest) {
  SetupLevelStatistics found;
  found.matrix = row_statistics(level.matrix, [](LocalIndex) { return true; });
  if (is_coarsest) return found;
  found.interpolation = row_statistics(level.interpolation.view(), [&](LocalIndex row) {
    return level.points[static_cast<std::size_t>(row)] == PointType::fine;
  });
  found.coarse_points = level.interpolation.columns->n_global();
  found.isolated_points = comm::all_sum(
      *level.matrix.comm,
      static_cast<GlobalIndex>(std::count(level.points.begin(), level.points.end(), PointType::isolated)));
  return found;
}

}  // namespace

HierarchyStatistics collect_statistics(const SetupHierarchy& hierarchy) {
  HierarchyStatistics found;
  GlobalIndex rows = 0, nonzeros = 0;
  for (const SetupLevel& level : hierarchy.levels) {
    const auto& of_level =
        found.levels.emplace_back(level_statistics(level, &level == &hierarchy.levels.back()));
    rows += of_level.matrix.rows;
    nonzeros += of_level.matrix.nonzeros;
    found.nonzeros_ap += of_level.matrix.nonzeros + of_level.interpolation.nonzeros;
  }
  const RowStatistics& finest = found.levels.front().matrix;
  if (finest.rows > 0) found.grid_complexity = static_cast<double>(rows) / static_cast<double>(finest.rows);
  if (finest.nonzeros > 0)
    found.operator_complexity = static_cast<double>(nonzeros) / static_cast<double>(finest.nonzeros);
  return found;
}

}  // namespace trireme::amg
