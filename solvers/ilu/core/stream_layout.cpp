// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/stream_layout.hpp"

#include <algorithm>

#include "solvers/ilu/core/schedule_threads.hpp"

namespace trireme::ilu {

StreamLayout::StreamLayout(const FactorPattern& pattern, Triangle triangle, const Schedule& schedule) {
  const LocalIndex rows = pattern.rows();
  const bool upper = triangle == Triangle::upper;
  const auto begin_of = [&](LocalIndex row) { return upper ? pattern.diagonal[row] : pattern.offsets[row]; };
  const auto end_of = [&](LocalIndex row) {
    return upper ? pattern.offsets[row + 1] : pattern.diagonal[row];
  };

  std::vector<LocalIndex> offsets(rows + 1, 0);
  position_.resize(rows);
  for (LocalIndex p = 0; p < rows; ++p) {
    const LocalIndex row = schedule.rows[p];
    position_[row] = p;
    offsets[p + 1] = offsets[p] + end_of(row) - begin_of(row);
  }

  rows_ = Array<LocalIndex>(rows);
  offsets_ = Array<LocalIndex>(static_cast<std::size_t>(rows) + 1);
  columns_ = Array<LocalIndex>(offsets[rows]);
  offsets_.data()[0] = 0;
  on_schedule_threads(schedule, [&](int thread) {
    const LocalIndex begin = schedule.task_rows[schedule.thread_tasks[thread]];
    const LocalIndex end = schedule.task_rows[schedule.thread_tasks[thread + 1]];
    for (LocalIndex p = begin; p < end; ++p) {
      const LocalIndex row = schedule.rows[p];
      rows_.data()[p] = row;
      offsets_.data()[p + 1] = offsets[p + 1];
      std::copy(pattern.columns.begin() + begin_of(row), pattern.columns.begin() + end_of(row),
                columns_.data() + offsets[p]);
    }
  });
}

std::size_t StreamLayout::bytes() const {
  return (rows_.size() + offsets_.size() + columns_.size() + position_.size()) * sizeof(LocalIndex);
}

}  // namespace trireme::ilu
