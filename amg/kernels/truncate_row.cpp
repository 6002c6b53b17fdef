// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/truncate_row.hpp"

#include <cstdlib>

namespace trireme::amg::kernels {
namespace {

double sum_of(const RowAccumulator& row) {
  double sum = 0;
  for (LocalIndex k = 0; k < row.count; ++k) sum += row.values[k];
  return sum;
}

// The lowest global id of the row plus the highest.
GlobalIndex sum_of_extremes(const ColumnNumbering& numbering, const RowAccumulator& row) {
  GlobalIndex lowest = numbering.global(row.columns[0]), highest = lowest;
  for (LocalIndex k = 1; k < row.count; ++k) {
    lowest = std::min(lowest, numbering.global(row.columns[k]));
    highest = std::max(highest, numbering.global(row.columns[k]));
  }
  return lowest + highest;
}

// Drops entry k unless keep(k), keeping the order.
template <class Keep>
void keep_where(RowAccumulator& row, Keep&& keep) {
  LocalIndex kept = 0;
  for (LocalIndex k = 0; k < row.count; ++k) {
    if (!keep(k)) {
      row.place[row.columns[k]] = -1;
      continue;
    }
    row.columns[kept] = row.columns[k];
    row.values[kept++] = row.values[k];
  }
  row.count = kept;
}

}  // namespace

void truncate_row(const RowTruncation& truncation, const ColumnNumbering& numbering, LocalIndex* largest,
                  RowAccumulator& row) {
  const bool too_many = truncation.max_entries > 0 && row.count > truncation.max_entries;
  if (!too_many && truncation.factor == 0) return;
  const double sum = sum_of(row);
  if (truncation.factor > 0) {
    double bound = 0;
    for (LocalIndex k = 0; k < row.count; ++k) bound = std::max(bound, std::fabs(row.values[k]));
    bound *= truncation.factor;
    keep_where(row, [&](LocalIndex k) { return !(std::fabs(row.values[k]) < bound); });
  }
  if (truncation.max_entries > 0 && row.count > truncation.max_entries) {
    // `largest` holds entries from the largest down; a new one moves up past those it beats.
    const GlobalIndex twice_middle = truncation.ties == Ties::middle ? sum_of_extremes(numbering, row) : 0;
    const auto beats = [&](LocalIndex a, LocalIndex b) {
      const double x = std::fabs(row.values[a]), y = std::fabs(row.values[b]);
      if (x != y) return x > y;
      const GlobalIndex id_a = numbering.global(row.columns[a]), id_b = numbering.global(row.columns[b]);
      if (truncation.ties == Ties::middle) {
        const GlobalIndex off_a = std::abs(2 * id_a - twice_middle),
                          off_b = std::abs(2 * id_b - twice_middle);
        if (off_a != off_b) return off_a < off_b;
      }
      return id_a < id_b;
    };
    LocalIndex held = 0;
    for (LocalIndex k = 0; k < row.count; ++k) {
      if (held == truncation.max_entries) {
        if (!beats(k, largest[held - 1])) continue;
        --held;
      }
      LocalIndex at = held++;
      for (; at > 0 && beats(k, largest[at - 1]); --at) largest[at] = largest[at - 1];
      largest[at] = k;
    }
    std::sort(largest, largest + held);
    LocalIndex next = 0;
    keep_where(row, [&](LocalIndex k) {
      const bool is_kept = next < held && largest[next] == k;
      next += is_kept;
      return is_kept;
    });
  }
  const double kept = sum_of(row);
  if (kept == 0 || kept == sum) return;
  const double scale = sum / kept;
  for (LocalIndex k = 0; k < row.count; ++k) row.values[k] *= scale;
}

}  // namespace trireme::amg::kernels
