// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/ilu_plan.hpp"

#include <algorithm>

#include "solvers/base/assert.hpp"

namespace trireme::ilu {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

std::size_t bytes_of(const Schedule& s) {
  return bytes_of(s.rows) + bytes_of(s.thread_tasks) + bytes_of(s.task_rows) + bytes_of(s.wait_offsets) +
         bytes_of(s.waits);
}

}  // namespace

std::size_t IluPlan::bytes() const {
  return bytes_of(order.old_of_new) + bytes_of(order.new_of_old) + bytes_of(matrix_offsets) +
         bytes_of(matrix_columns) + bytes_of(lower_schedule) + bytes_of(upper_schedule) + lower.bytes() +
         upper.bytes();
}

bool IluPlan::matches(SparsityView matrix) const {
  return std::ranges::equal(matrix.offsets, matrix_offsets) &&
         std::ranges::equal(matrix.columns, matrix_columns);
}

std::shared_ptr<const IluPlan> make_ilu_plan(SparsityView matrix, int block_size,
                                             std::vector<LocalIndex> old_of_new,
                                             const IluPlanOptions& options) {
  TRIREME_EXPECT(block_size >= 1 && options.threads >= 1);
  auto plan = std::make_shared<IluPlan>();
  plan->block_size = block_size;
  plan->options = options;
  plan->order = make_elimination(std::move(old_of_new), matrix.rows());
  plan->matrix_offsets.assign(matrix.offsets.begin(), matrix.offsets.end());
  if (plan->matrix_offsets.empty()) plan->matrix_offsets.push_back(0);
  plan->matrix_columns.assign(matrix.columns.begin(), matrix.columns.end());

  const FactorPattern pattern = factor_pattern(matrix, plan->order, options.levels);
  for (LocalIndex row = 0; row < pattern.rows(); ++row)
    plan->longest_row = std::max(plan->longest_row, pattern.offsets[row + 1] - pattern.offsets[row]);

  const LocalIndex minimum_blocks = options.minimum_task_entries / (block_size * block_size);
  const DependencyView lower(pattern, Triangle::lower);
  const DependencyView upper(pattern, Triangle::upper);
  const DependencyLevels lower_levels = dependency_levels(lower);
  const DependencyLevels upper_levels = dependency_levels(upper);
  plan->statistics = {lower_levels.count(), upper_levels.count(), lower_levels.parallelism,
                      upper_levels.parallelism};
  plan->lower_schedule =
      make_schedule(options.schedule, lower, lower_levels, options.threads, minimum_blocks);
  plan->upper_schedule =
      make_schedule(options.schedule, upper, upper_levels, options.threads, minimum_blocks);
  plan->lower = StreamLayout(pattern, Triangle::lower, plan->lower_schedule);
  plan->upper = StreamLayout(pattern, Triangle::upper, plan->upper_schedule);
  return plan;
}

}  // namespace trireme::ilu
