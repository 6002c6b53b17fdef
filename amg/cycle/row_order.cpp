// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/row_order.hpp"

#include <algorithm>

#include "amg/cycle/run_finder.hpp"
#include "amg/kernels/packed_rows.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::amg {
namespace {

// largest: rows that a block may have.
std::vector<LocalIndex> cut_into_blocks(const MatrixView& matrix, const BlockRule& rule, LocalIndex largest) {
  const LocalIndex n = matrix.n_rows();
  const auto row_end = [&](LocalIndex row) {
    return static_cast<GlobalIndex>(matrix.diagonal.offsets[row]) + matrix.off_diagonal.offsets[row];
  };
  const GlobalIndex nonzeros = n == 0 ? 0 : row_end(n);
  GlobalIndex blocks = std::min<GlobalIndex>(rule.most_blocks, nonzeros / rule.block_nonzeros);
  blocks = std::max({blocks, GlobalIndex{1}, (static_cast<GlobalIndex>(n) + largest - 1) / largest});
  if (blocks == 1) return {0, n};

  std::vector<GlobalIndex> weight_prefix(static_cast<std::size_t>(n) + 1);
  threads::parallel_for(
      n + 1, [&](LocalIndex row) { weight_prefix[static_cast<std::size_t>(row)] = row_end(row) + row; });
  for (;; blocks += blocks / 2) {
    auto bounds = threads::weighted_partition(weight_prefix, static_cast<int>(blocks));
    bool fits = true;
    for (std::size_t b = 0; b + 1 < bounds.size(); ++b) fits = fits && bounds[b + 1] - bounds[b] <= largest;
    if (fits) return bounds;
  }
}

}  // namespace

RowOrder make_row_order(const MatrixView& matrix, std::span<const PointType> points, const BlockRule& rule,
                        RunRule runs) {
  RowOrder order;
  order.is_original = runs == RunRule::where_most_rows_do && is_mostly_runs(matrix);
  order.block_rows =
      cut_into_blocks(matrix, rule, order.is_original ? matrix.n_rows() + 1 : LocalIndex{largest_block});
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  order.old_of_new.resize(n);
  order.new_of_old.resize(n);
  threads::parallel_for(order.n_blocks(), [&](LocalIndex block) {
    const LocalIndex begin = order.block_rows[block], end = order.block_rows[block + 1];
    LocalIndex next = begin;
    const auto take = [&](LocalIndex row) {
      order.old_of_new[next] = row;
      order.new_of_old[row] = next++;
    };
    const auto is_coarse = [&](LocalIndex row) {
      return !order.is_original && !points.empty() && points[row] == PointType::coarse;
    };
    for (LocalIndex row = begin; row < end; ++row)
      if (is_coarse(row)) take(row);
    for (LocalIndex row = begin; row < end; ++row)
      if (!is_coarse(row)) take(row);
  });
  return order;
}

std::vector<LocalIndex> share_blocks(std::span<const GlobalIndex> weight_prefix, int threads) {
  const auto blocks = static_cast<int>(weight_prefix.size()) - 1;
  return threads::weighted_partition(weight_prefix, std::max(1, std::min(threads, blocks)));
}

}  // namespace trireme::amg
