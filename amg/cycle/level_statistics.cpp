// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/level_statistics.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

struct RowCounts {
  LocalIndex least = std::numeric_limits<LocalIndex>::max(), most = 0;
};

RowCounts row_counts(const MatrixView& matrix) {
  RowCounts counts;
  for (LocalIndex row = 0; row < matrix.n_rows(); ++row) {
    const LocalIndex n = matrix.diagonal.offsets[row + 1] - matrix.diagonal.offsets[row] +
                         matrix.off_diagonal.offsets[row + 1] - matrix.off_diagonal.offsets[row];
    counts.least = std::min(counts.least, n);
    counts.most = std::max(counts.most, n);
  }
  return counts;
}

GlobalIndex nonzeros(const MatrixView& matrix) {
  return static_cast<GlobalIndex>(matrix.diagonal.n_nonzeros()) + matrix.off_diagonal.n_nonzeros();
}

LevelStatistics statistics_of(const SetupLevel& level, bool coarsest) {
  const comm::Communicator& comm = *level.matrix.comm;
  LevelStatistics s;
  const RowCounts counts = row_counts(level.matrix);
  // Ranks without entries must not take part in the extrema.
  double weight_min = std::numeric_limits<double>::infinity(), weight_max = -weight_min;
  std::array<GlobalIndex, 2> sums{nonzeros(level.matrix), 0};
  if (!coarsest) {
    const MatrixView p = level.interpolation.view();
    sums[1] = nonzeros(p);
    for (const CsrView& part : {p.diagonal, p.off_diagonal})
      for (const double weight : part.values.first(static_cast<std::size_t>(part.n_nonzeros()))) {
        weight_min = std::min(weight_min, weight);
        weight_max = std::max(weight_max, weight);
      }
  }
  comm::all_sum_in_place(comm, std::span<GlobalIndex>(sums));
  std::array<double, 4> largest{-weight_min, weight_max, -static_cast<double>(counts.least),
                                static_cast<double>(counts.most)};
  comm::all_max_in_place(comm, std::span<double>(largest));
  s.rows = level.matrix.rows->n_global();
  s.nonzeros = sums[0];
  s.interpolation_nonzeros = sums[1];
  if (s.interpolation_nonzeros > 0) {
    s.weight_min = -largest[0];
    s.weight_max = largest[1];
  }
  if (s.rows > 0) {
    s.row_min = static_cast<LocalIndex>(-largest[2]);
    s.row_max = static_cast<LocalIndex>(largest[3]);
  }
  return s;
}

template <class Count>
double complexity(const std::vector<LevelStatistics>& levels, Count&& count) {
  double sum = 0;
  for (const auto& level : levels) sum += static_cast<double>(count(level));
  return levels.empty() || count(levels.front()) == 0 ? 1 : sum / static_cast<double>(count(levels.front()));
}

}  // namespace

std::vector<LevelStatistics> level_statistics(const SetupHierarchy& hierarchy) {
  std::vector<LevelStatistics> levels;
  for (std::size_t l = 0; l < hierarchy.levels.size(); ++l)
    levels.push_back(statistics_of(hierarchy.levels[l], l + 1 == hierarchy.levels.size()));
  return levels;
}

double operator_complexity(const std::vector<LevelStatistics>& levels) {
  return complexity(levels, [](const LevelStatistics& level) { return level.nonzeros; });
}

double grid_complexity(const std::vector<LevelStatistics>& levels) {
  return complexity(levels, [](const LevelStatistics& level) { return level.rows; });
}

}  // namespace trireme::amg
