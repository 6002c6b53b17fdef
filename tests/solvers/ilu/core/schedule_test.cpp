// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/schedule.hpp"

#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

struct Case {
  FactorPattern pattern;
  Triangle triangle;
  ScheduleKind kind;
  int threads;
  LocalIndex minimum_weight;

  DependencyView view() const { return {pattern, triangle}; }
  Schedule schedule() const {
    return make_schedule(kind, view(), dependency_levels(view()), threads, minimum_weight);
  }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (int levels : {0, 2})
    for (Triangle triangle : {Triangle::lower, Triangle::upper})
      for (ScheduleKind kind :
           {ScheduleKind::serial, ScheduleKind::levels, ScheduleKind::p2p, ScheduleKind::p2p_all})
        for (int threads : {1, 2, 3, 7})
          for (LocalIndex minimum : {0, 12}) {
            const auto a = testing::box_matrix(6, 5, 4, 1, 30);
            all.push_back({factor_pattern(a.sparsity(), {}, levels), triangle, kind, threads, minimum});
          }
  return all;
}

// reach[task] = all tasks that are certainly done when `task` starts: by program order and by waits, nothing
// else. Leaving out one wait tells whether it is needed.
std::vector<std::set<LocalIndex>> reach(const Schedule& s, std::optional<LocalIndex> left_out = {}) {
  std::vector<std::set<LocalIndex>> done(s.tasks());
  std::vector<LocalIndex> next(s.thread_tasks.begin(), s.thread_tasks.end() - 1);
  std::vector<bool> complete(s.tasks(), false);
  for (bool progress = true; progress;) {
    progress = false;
    for (int t = 0; t < s.threads; ++t) {
      const LocalIndex task = next[t];
      if (task == s.thread_tasks[t + 1]) continue;
      bool ready = true;
      for (LocalIndex w = s.wait_offsets[task]; w < s.wait_offsets[task + 1]; ++w) {
        const LocalIndex last = s.thread_tasks[s.waits[w].thread] + s.waits[w].done - 1;
        ready = ready && complete[last];
      }
      if (!ready) continue;
      const auto take = [&](LocalIndex other) {
        done[task].insert(done[other].begin(), done[other].end());
        done[task].insert(other);
      };
      if (task > s.thread_tasks[t]) take(task - 1);
      for (LocalIndex w = s.wait_offsets[task]; w < s.wait_offsets[task + 1]; ++w)
        if (w != left_out) take(s.thread_tasks[s.waits[w].thread] + s.waits[w].done - 1);
      complete[task] = true;
      ++next[t];
      progress = true;
    }
  }
  for (int t = 0; t < s.threads; ++t)
    EXPECT_EQ(next[t], s.thread_tasks[t + 1]) << "thread " << t << " waits forever";
  return done;
}

std::vector<LocalIndex> task_of_row(const Schedule& s) {
  std::vector<LocalIndex> result(s.rows.size(), -1);
  for (LocalIndex task = 0; task < s.tasks(); ++task)
    for (LocalIndex p = s.task_rows[task]; p < s.task_rows[task + 1]; ++p) result[s.rows[p]] = task;
  return result;
}

bool all_needs_are_met(const Schedule& s, const DependencyView& view,
                       const std::vector<std::set<LocalIndex>>& done) {
  const auto task = task_of_row(s);
  for (LocalIndex row = 0; row < view.rows(); ++row)
    for (const LocalIndex needed : view.needed_by(row)) {
      // Inside one task rows run in the order of storage.
      if (task[needed] != task[row] && !done[task[row]].contains(task[needed])) return false;
    }
  return true;
}

TEST(Schedule, gives_every_row_to_one_task) {
  for (const Case& c : cases()) {
    const Schedule s = c.schedule();
    std::set<LocalIndex> rows(s.rows.begin(), s.rows.end());
    EXPECT_EQ(static_cast<LocalIndex>(s.rows.size()), c.pattern.rows());
    EXPECT_EQ(static_cast<LocalIndex>(rows.size()), c.pattern.rows());
    EXPECT_EQ(s.task_rows.back(), c.pattern.rows());
    EXPECT_EQ(s.thread_tasks.back(), s.tasks());
    EXPECT_EQ(static_cast<int>(s.thread_tasks.size()), s.threads + 1);
  }
}

TEST(Schedule, waits_for_all_that_its_rows_need_and_never_for_ever) {
  for (const Case& c : cases()) {
    const Schedule s = c.schedule();
    if (s.threads == 1) continue;  // one task in an order that is right by itself
    EXPECT_TRUE(all_needs_are_met(s, c.view(), reach(s)));
  }
}

TEST(Schedule, serial_visits_rows_after_all_they_need) {
  for (const Case& c : cases()) {
    const Schedule s = c.schedule();
    if (s.threads > 1) continue;
    std::vector<bool> done(s.rows.size(), false);
    for (const LocalIndex row : s.rows) {
      for (const LocalIndex needed : c.view().needed_by(row)) EXPECT_TRUE(done[needed]);
      done[row] = true;
    }
  }
}

TEST(Schedule, point_to_point_has_no_wait_to_spare) {
  for (const Case& c : cases()) {
    if (c.kind != ScheduleKind::p2p || c.threads != 3) continue;
    const Schedule s = c.schedule();
    EXPECT_GT(s.waits.size(), 0u);
    EXPECT_LT(static_cast<GlobalIndex>(s.waits.size()), s.cross_thread_needs);
    const auto complete = reach(s);
    for (LocalIndex w = 0; w < static_cast<LocalIndex>(s.waits.size()); ++w)
      EXPECT_FALSE(all_needs_are_met(s, c.view(), reach(s, w))) << "wait " << w << " is implied by others";
  }
}

TEST(Schedule, point_to_point_drops_most_of_the_needs) {
  const auto a = testing::box_matrix(20, 20, 20, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 1);
  const DependencyView view(pattern, Triangle::lower);
  const Schedule s = make_schedule(ScheduleKind::p2p, view, dependency_levels(view), 4, 0);
  EXPECT_GT(s.cross_thread_needs, 0);
  EXPECT_LT(static_cast<double>(s.waits.size()), 0.1 * static_cast<double>(s.cross_thread_needs));
  const Schedule all = make_schedule(ScheduleKind::p2p_all, view, dependency_levels(view), 4, 0);
  EXPECT_EQ(all.cross_thread_needs, s.cross_thread_needs);
  EXPECT_GT(all.waits.size(), 2 * s.waits.size());
}

TEST(Schedule, leaves_small_levels_whole) {
  const auto a = testing::box_matrix(6, 5, 4, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 0);
  const DependencyView view(pattern, Triangle::lower);
  const Schedule s = make_schedule(ScheduleKind::p2p, view, dependency_levels(view), 4, 100000);
  EXPECT_EQ(s.threads, 4);
  EXPECT_EQ(s.tasks_of(0), 6 + 5 + 4 - 2);
  EXPECT_EQ(s.tasks_of(3), 0);
  EXPECT_TRUE(s.waits.empty());
}

TEST(Schedule, balances_the_blocks_of_a_level) {
  std::vector<LocalIndex> offsets{0}, columns;
  for (LocalIndex i = 0; i < 40; ++i) {
    columns.push_back(i);
    offsets.push_back(i + 1);
  }
  const FactorPattern pattern = factor_pattern({offsets, columns}, {}, 0);
  const DependencyView view(pattern, Triangle::lower);
  const Schedule s = make_schedule(ScheduleKind::levels, view, dependency_levels(view), 4, 0);
  for (LocalIndex task = 0; task < s.tasks(); ++task)
    EXPECT_EQ(s.task_rows[task + 1] - s.task_rows[task], 10);
}

TEST(Schedule, of_no_rows_has_no_waits) {
  const std::vector<LocalIndex> offsets{0};
  const FactorPattern pattern = factor_pattern({offsets, {}}, {}, 0);
  const DependencyView view(pattern, Triangle::lower);
  for (int threads : {1, 3}) {
    const Schedule s = make_schedule(ScheduleKind::p2p, view, dependency_levels(view), threads, 0);
    EXPECT_EQ(s.threads, threads);
    EXPECT_TRUE(s.rows.empty());
    EXPECT_TRUE(s.waits.empty());
  }
}

}  // namespace
}  // namespace trireme::ilu
