// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/block_ilu.hpp"

#include <algorithm>
#include <limits>

#include "solvers/base/assert.hpp"
#include "solvers/ilu/core/schedule_threads.hpp"
#include "solvers/ilu/kernels/solve_rows.hpp"
#include "solvers/ilu/kernels/solve_transposed.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::ilu {
namespace {

constexpr LocalIndex no_failure = std::numeric_limits<LocalIndex>::max();

// What factor_row needs for itself. Allocated outside the parallel region, where a failure may throw, and
// first touched by the thread that owns it.
class OwnedWorkspace {
 public:
  explicit OwnedWorkspace(const IluPlan& plan)
      : slot_(plan.rows()),
        blocks_(static_cast<std::size_t>(plan.longest_row) * plan.block_size * plan.block_size),
        scratch_(2 * static_cast<std::size_t>(plan.block_size) * plan.block_size) {}
  RowWorkspace touch() {
    std::fill_n(slot_.data(), slot_.size(), -1);
    return {slot_.data(), blocks_.data(), scratch_.data()};
  }

 private:
  Array<LocalIndex> slot_;
  Array<double> blocks_;
  Array<double> scratch_;
};

template <class Value>
Array<Value> touched_values(const StreamLayout& layout, const Schedule& schedule, int block_size) {
  const std::size_t entries = static_cast<std::size_t>(block_size) * block_size;
  Array<Value> values(layout.entries() * entries);
  const StreamView view = layout.view();
  on_schedule_threads(schedule, [&](int thread) {
    const LocalIndex begin = schedule.task_rows[schedule.thread_tasks[thread]];
    const LocalIndex end = schedule.task_rows[schedule.thread_tasks[thread + 1]];
    std::fill(values.data() + view.offsets[begin] * entries, values.data() + view.offsets[end] * entries,
              Value{0});
  });
  return values;
}

}  // namespace

template <class Value>
BlockIlu<Value>::BlockIlu(std::shared_ptr<const IluPlan> plan)
    : plan_(std::move(plan)),
      lower_values_(touched_values<Value>(plan_->lower, plan_->lower_schedule, plan_->block_size)),
      upper_values_(touched_values<Value>(plan_->upper, plan_->upper_schedule, plan_->block_size)),
      scratch_(plan_->threads(), std::vector<double>(plan_->block_size)),
      lower_progress_(plan_->threads()),
      upper_progress_(plan_->threads()) {
  const int bs = plan_->block_size;
  const StreamView upper = plan_->upper.view();
  for (LocalIndex p = 0; p < plan_->rows(); ++p)
    for (int r = 0; r < bs; ++r)
      upper_values_.data()[static_cast<std::size_t>(upper.offsets[p]) * bs * bs + r * (bs + 1)] = 1;
  if (plan_->order.natural()) return;
  permuted_ = Array<double>(static_cast<std::size_t>(plan_->rows()) * bs);
  const Schedule& schedule = plan_->lower_schedule;
  on_schedule_threads(schedule, [&](int thread) {
    const LocalIndex end = schedule.task_rows[schedule.thread_tasks[thread + 1]];
    for (LocalIndex p = schedule.task_rows[schedule.thread_tasks[thread]]; p < end; ++p)
      std::fill_n(permuted_.data() + static_cast<std::size_t>(schedule.rows[p]) * bs, bs, 0.0);
  });
}

template <class Value>
FactorView<Value> BlockIlu<Value>::view() {
  return {plan_->lower.view(), lower_values_.data(), plan_->upper.view(), upper_values_.data()};
}

template <class Value>
LocalIndex BlockIlu<Value>::factor_on_thread(int thread, const MatrixRowsView& matrix,
                                             const RowWorkspace& work, const PivotRule& rule) {
  LocalIndex first_failure = no_failure;
  run_tasks(plan_->lower_schedule, lower_progress_, thread, [&](LocalIndex begin, LocalIndex end) {
    for (LocalIndex p = begin; p < end; ++p) {
      const LocalIndex row = plan_->lower_schedule.rows[p];
      if (!factor_row(plan_->block_size, row, matrix, view(), work, rule))
        first_failure = std::min(first_failure, row);
    }
  });
  return first_failure;
}

template <class Value>
LocalIndex BlockIlu<Value>::factor_in_order(const MatrixRowsView& matrix, const RowWorkspace& work,
                                            const PivotRule& rule) {
  LocalIndex first_failure = no_failure;
  for (LocalIndex row = 0; row < plan_->rows(); ++row)
    if (!factor_row(plan_->block_size, row, matrix, view(), work, rule))
      first_failure = std::min(first_failure, row);
  return first_failure;
}

template <class Value>
std::optional<LocalIndex> BlockIlu<Value>::factor(std::span<const double> matrix_values,
                                                  const PivotRule& rule) {
  TRIREME_EXPECT(matrix_values.size() == plan_->matrix_columns.size() *
                                             static_cast<std::size_t>(plan_->block_size * plan_->block_size));
  const Elimination& order = plan_->order;
  const MatrixRowsView matrix{plan_->matrix_offsets.data(), plan_->matrix_columns.data(),
                              matrix_values.data(), order.natural() ? nullptr : order.old_of_new.data(),
                              order.natural() ? nullptr : order.new_of_old.data()};
  std::vector<LocalIndex> first_failure(plan_->threads(), no_failure);
  std::vector<OwnedWorkspace> work;
  for (int t = 0; t < plan_->threads(); ++t) work.emplace_back(*plan_);
  if (plan_->threads() == 1) {
    first_failure[0] = factor_in_order(matrix, work[0].touch(), rule);
  } else {
    lower_progress_.reset();
    threads::parallel_region([&](int thread, int n_threads) {
      if (n_threads == plan_->threads()) {
        first_failure[thread] = factor_on_thread(thread, matrix, work[thread].touch(), rule);
      } else if (thread == 0) {
        first_failure[0] = factor_in_order(matrix, work[0].touch(), rule);
      }
    });
  }
  const LocalIndex row = *std::min_element(first_failure.begin(), first_failure.end());
  if (row == no_failure) return std::nullopt;
  return order.natural() ? row : order.old_of_new[row];
}

template <class Value>
void BlockIlu<Value>::solve_lower(PositionRange range, const double* b, double* y) const {
  const LocalIndex* old = plan_->order.natural() ? nullptr : plan_->order.old_of_new.data();
  solve_lower_rows(plan_->block_size, plan_->lower.view(), lower_values_.data(), range, old, b, y);
}

template <class Value>
void BlockIlu<Value>::solve_upper(PositionRange range, double* y, double* x, double* scratch) const {
  const LocalIndex* old = plan_->order.natural() ? nullptr : plan_->order.old_of_new.data();
  solve_upper_rows(plan_->block_size, plan_->upper.view(), upper_values_.data(), range, old, y, x, scratch);
}

template <class Value>
void BlockIlu<Value>::solve_in_order(const double* b, double* y, double* x) {
  const LocalIndex rows = plan_->rows();
  if (plan_->threads() == 1) {  // storage order is natural order
    solve_lower({0, rows}, b, y);
    solve_upper({0, rows}, y, x, scratch_[0].data());
    return;
  }
  const LocalIndex* lower_position = plan_->lower.view().position;
  const LocalIndex* upper_position = plan_->upper.view().position;
  for (LocalIndex row = 0; row < rows; ++row)
    solve_lower({lower_position[row], lower_position[row] + 1}, b, y);
  for (LocalIndex row = rows; row-- > 0;)
    solve_upper({upper_position[row], upper_position[row] + 1}, y, x, scratch_[0].data());
}

template <class Value>
void BlockIlu<Value>::solve(std::span<const double> b, std::span<double> x) {
  TRIREME_EXPECT(b.size() == static_cast<std::size_t>(plan_->rows()) * plan_->block_size &&
                 x.size() == b.size());
  double* y = plan_->order.natural() ? x.data() : permuted_.data();
  if (plan_->threads() == 1) {
    solve_in_order(b.data(), y, x.data());
    return;
  }
  lower_progress_.reset();
  upper_progress_.reset();
  threads::parallel_region([&](int thread, int n_threads) {
    if (n_threads != plan_->threads()) {
      if (thread == 0) solve_in_order(b.data(), y, x.data());
      return;
    }
    run_tasks(plan_->lower_schedule, lower_progress_, thread, [&](LocalIndex begin, LocalIndex end) {
      solve_lower({begin, end}, b.data(), y);
    });
    // The backward solve overwrites what forward rows of other threads may still read.
    wait_for_all(plan_->lower_schedule, lower_progress_, thread);
    run_tasks(plan_->upper_schedule, upper_progress_, thread, [&](LocalIndex begin, LocalIndex end) {
      solve_upper({begin, end}, y, x.data(), scratch_[thread].data());
    });
  });
}

template <class Value>
void BlockIlu<Value>::solve_transposed(std::span<const double> b, std::span<double> x) {
  TRIREME_EXPECT(b.size() == static_cast<std::size_t>(plan_->rows()) * plan_->block_size &&
                 x.size() == b.size());
  const int bs = plan_->block_size;
  const std::vector<LocalIndex>& old = plan_->order.old_of_new;
  double* y = plan_->order.natural() ? x.data() : permuted_.data();
  if (plan_->order.natural()) {
    if (b.data() != x.data()) std::copy(b.begin(), b.end(), y);
  } else {
    for (LocalIndex row = 0; row < plan_->rows(); ++row)
      std::copy_n(b.data() + static_cast<std::size_t>(old[row]) * bs, bs,
                  y + static_cast<std::size_t>(row) * bs);
  }
  ilu::solve_transposed(bs, plan_->rows(), plan_->lower.view(), lower_values_.data(), plan_->upper.view(),
                        upper_values_.data(), y, scratch_[0].data());
  if (!plan_->order.natural())
    for (LocalIndex row = 0; row < plan_->rows(); ++row)
      std::copy_n(y + static_cast<std::size_t>(row) * bs, bs,
                  x.data() + static_cast<std::size_t>(old[row]) * bs);
}

template <class Value>
std::size_t BlockIlu<Value>::bytes() const {
  return (lower_values_.size() + upper_values_.size()) * sizeof(Value) + permuted_.size() * sizeof(double);
}

template <class Value>
std::vector<Value> BlockIlu<Value>::values_by_row() const {
  const std::size_t entries = static_cast<std::size_t>(plan_->block_size) * plan_->block_size;
  std::vector<Value> values;
  const auto append = [&](const StreamView& stream, const Value* stored, LocalIndex row) {
    const LocalIndex p = stream.position[row];
    values.insert(values.end(), stored + stream.offsets[p] * entries,
                  stored + stream.offsets[p + 1] * entries);
  };
  for (LocalIndex row = 0; row < plan_->rows(); ++row) {
    append(plan_->lower.view(), lower_values_.data(), row);
    append(plan_->upper.view(), upper_values_.data(), row);
  }
  return values;
}

template class BlockIlu<double>;
template class BlockIlu<float>;

}  // namespace trireme::ilu
