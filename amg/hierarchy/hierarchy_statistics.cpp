// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/hierarchy_statistics.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "amg/matrix/local_rows.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

struct Extrema {
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
  void take(double value) {
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
  void take(const Extrema& other) {
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
  }
};

struct RowExtrema {
  Extrema entries, values, sums;
};

// f(Extrema&, row) for every row, on the threads, and the extrema over all of them.
template <class F>
RowExtrema over_rows(const LocalRows& rows, const MatrixView& matrix, F&& f) {
  const auto bounds = row_parts(matrix.diagonal.offsets);
  std::vector<RowExtrema> parts(bounds.size());
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    RowExtrema extrema;
    for (LocalIndex row = begin; row < end; ++row)
      if (rows.n_entries(row) > 0) f(extrema, row);
    parts[static_cast<std::size_t>(part)] = extrema;
  });
  RowExtrema all;
  for (const RowExtrema& part : parts) {
    all.entries.take(part.entries);
    all.values.take(part.values);
    all.sums.take(part.sums);
  }
  return all;
}

// Over the ranks: the smaller ones travel negated, so that one reduction does.
RowExtrema over_ranks(const comm::Communicator& comm, const RowExtrema& own) {
  std::array<double, 6> all{-own.entries.smallest, own.entries.largest, -own.values.smallest,
                            own.values.largest,    -own.sums.smallest,  own.sums.largest};
  comm::all_max_in_place(comm, std::span<double>(all));
  return {{-all[0], all[1]}, {-all[2], all[3]}, {-all[4], all[5]}};
}

GlobalIndex nonzeros(const MatrixView& matrix) {
  return GlobalIndex{matrix.diagonal.n_nonzeros()} + matrix.off_diagonal.n_nonzeros();
}

RowCounts row_counts(const MatrixView& matrix, GlobalIndex all_nonzeros) {
  const LocalRows rows(matrix);
  const RowExtrema own = over_rows(
      rows, matrix, [&](RowExtrema& extrema, LocalIndex row) { extrema.entries.take(rows.n_entries(row)); });
  const RowExtrema all = over_ranks(*matrix.comm, own);
  RowCounts found{matrix.rows->n_global(), all_nonzeros, 0, 0};
  if (all.entries.largest < 0) return found;
  found.min_entries = static_cast<GlobalIndex>(all.entries.smallest);
  found.max_entries = static_cast<GlobalIndex>(all.entries.largest);
  return found;
}

WeightStatistics weight_statistics(const SetupLevel& level, GlobalIndex all_nonzeros) {
  const MatrixView p = level.interpolation.view();
  const LocalRows rows(p);
  const RowExtrema own = over_rows(rows, p, [&](RowExtrema& extrema, LocalIndex row) {
    if (!level.points.empty() && level.points[static_cast<std::size_t>(row)] != PointType::fine) return;
    double sum = 0;
    rows.for_entries(row, [&](LocalIndex, double weight) {
      extrema.values.take(weight);
      sum += weight;
    });
    extrema.sums.take(sum);
    extrema.entries.take(rows.n_entries(row));
  });
  const RowExtrema all = over_ranks(*p.comm, own);
  WeightStatistics found;
  found.nonzeros = all_nonzeros;
  if (all.entries.largest < 0) return found;
  found.min_entries = static_cast<GlobalIndex>(all.entries.smallest);
  found.max_entries = static_cast<GlobalIndex>(all.entries.largest);
  found.min_weight = all.values.smallest;
  found.max_weight = all.values.largest;
  found.min_row_sum = all.sums.smallest;
  found.max_row_sum = all.sums.largest;
  return found;
}

LevelStatistics statistics_of(const SetupLevel& level, bool coarsest) {
  std::array<GlobalIndex, 3> sums{nonzeros(level.matrix), 0, 0};
  if (!coarsest) {
    sums[1] = nonzeros(level.interpolation.view());
    sums[2] = std::count(level.points.begin(), level.points.end(), PointType::isolated);
  }
  comm::all_sum_in_place(*level.matrix.comm, std::span<GlobalIndex>(sums));
  LevelStatistics found;
  found.matrix = row_counts(level.matrix, sums[0]);
  if (coarsest) return found;
  found.interpolation = weight_statistics(level, sums[1]);
  found.coarse_points = level.interpolation.columns->n_global();
  found.isolated_points = sums[2];
  return found;
}

double over(GlobalIndex sum, GlobalIndex finest) {
  return finest > 0 ? static_cast<double>(sum) / static_cast<double>(finest) : 1;
}

}  // namespace

HierarchyStatistics collect_statistics(const SetupHierarchy& hierarchy) {
  HierarchyStatistics found;
  GlobalIndex rows = 0, nonzeros = 0;
  for (const SetupLevel& level : hierarchy.levels) {
    const auto& of_level =
        found.levels.emplace_back(statistics_of(level, &level == &hierarchy.levels.back()));
    rows += of_level.matrix.rows;
    nonzeros += of_level.matrix.nonzeros;
    found.nonzeros_ap += of_level.matrix.nonzeros + of_level.interpolation.nonzeros;
  }
  const RowCounts& finest = found.levels.front().matrix;
  found.grid_complexity = over(rows, finest.rows);
  found.operator_complexity = over(nonzeros, finest.nonzeros);
  return found;
}

}  // namespace trireme::amg
