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
    if (c.kind != ScheduleKind::p2p || c.threads != 3 || c.minimum_weight > 0) continue;
    const Schedule s = c.schedule();
    EXPECT_GT(s.waits.size(), 0u);
    EXPECT_LT(static_cast<GlobalIndex>(s.waits.size()), s.cross_thread_needs);
    const auto complete = reach(s);
    for (LocalIndex w = 0; w < static_cast<LocalIndex>(s.waits.size()); ++w)
      EXPECT_FALSE(all_needs_are_met(s, c.view(), reach(s, w))) << "wait " << w << " is implied by others";
  }
}

struct Crossings {
  GlobalIndex needs = 0;  // of rows for rows on the same thread or another
  GlobalIndex crossing = 0;
};

Crossings crossings(const Schedule& s, const DependencyView& view) {
  std::vector<int> thread_of_row(s.rows.size());
  for (int t = 0; t < s.threads; ++t)
    for (LocalIndex p = s.task_rows[s.thread_tasks[t]]; p < s.task_rows[s.thread_tasks[t + 1]]; ++p)
      thread_of_row[s.rows[p]] = t;
  Crossings found;
  for (LocalIndex row = 0; row < view.rows(); ++row)
    for (const LocalIndex needed : view.needed_by(row)) {
      ++found.needs;
      found.crossing += thread_of_row[needed] != thread_of_row[row];
    }
  return found;
}

TEST(Schedule, point_to_point_keeps_most_needs_on_one_thread_and_drops_most_waits) {
  const auto a = testing::box_matrix(20, 20, 20, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 1);
  for (const Triangle triangle : {Triangle::lower, Triangle::upper})
    for (const int threads : {2, 4}) {
      const DependencyView view(pattern, triangle);
      const DependencyLevels levels = dependency_levels(view);
      const Schedule s = make_schedule(ScheduleKind::p2p, view, levels, threads, 64);
      const Crossings found = crossings(s, view);
      EXPECT_GT(found.crossing, 0);
      EXPECT_LT(found.crossing, found.needs / 5);
      EXPECT_EQ(s.cross_thread_needs, found.crossing);
      EXPECT_LT(static_cast<GlobalIndex>(s.waits.size()), found.crossing / 2);
      const Schedule all = make_schedule(ScheduleKind::p2p_all, view, levels, threads, 64);
      EXPECT_EQ(all.rows, s.rows);
      EXPECT_GT(all.waits.size(), s.waits.size());
    }
}

// Threads have equal shares of any few levels, and in a level turn first to what others need.
TEST(Schedule, point_to_point_shares_all_levels_and_hands_over_early) {
  const auto a = testing::box_matrix(16, 16, 30, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 0);
  const DependencyView view(pattern, Triangle::lower);
  const DependencyLevels levels = dependency_levels(view);
  const Schedule s = make_schedule(ScheduleKind::p2p, view, levels, 2, 64);
  std::vector<LocalIndex> level_of_row(static_cast<std::size_t>(view.rows()));
  std::vector<int> thread_of_row(level_of_row.size());
  for (LocalIndex level = 0; level < levels.count(); ++level)
    for (LocalIndex i = levels.offsets[level]; i < levels.offsets[level + 1]; ++i)
      level_of_row[levels.rows[i]] = level;
  for (int t = 0; t < 2; ++t)
    for (LocalIndex p = s.task_rows[s.thread_tasks[t]]; p < s.task_rows[s.thread_tasks[t + 1]]; ++p)
      thread_of_row[s.rows[p]] = t;
  std::vector<bool> handed_over(level_of_row.size(), false);
  for (LocalIndex row = 0; row < view.rows(); ++row)
    for (const LocalIndex needed : view.needed_by(row))
      if (thread_of_row[needed] != thread_of_row[row]) handed_over[needed] = true;
  const auto tasks = task_of_row(s);
  for (int t = 0; t < 2; ++t) {
    GlobalIndex rows_so_far = 0;
    for (LocalIndex p = s.task_rows[s.thread_tasks[t]]; p < s.task_rows[s.thread_tasks[t + 1]]; ++p) {
      const LocalIndex row = s.rows[p];
      ++rows_so_far;
      if (p == s.task_rows[s.thread_tasks[t]]) continue;
      const LocalIndex before = s.rows[p - 1];
      EXPECT_GE(level_of_row[row], level_of_row[before]);
      if (level_of_row[row] == level_of_row[before]) {
        EXPECT_FALSE(handed_over[row] && !handed_over[before]);
      } else {
        EXPECT_NEAR(rows_so_far, levels.offsets[level_of_row[row]] / 2, 40);
      }
      // What others need is published before the rest of its level is begun.
      if (handed_over[before] && !handed_over[row]) {
        EXPECT_NE(tasks[row], tasks[before]);
      }
    }
  }
}

TEST(Schedule, leaves_what_is_too_small_to_be_shared_to_one_thread) {
  const auto a = testing::box_matrix(6, 5, 4, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 0);
  const DependencyView view(pattern, Triangle::lower);
  for (const ScheduleKind kind : {ScheduleKind::levels, ScheduleKind::p2p}) {
    const Schedule s = make_schedule(kind, view, dependency_levels(view), 4, 100000);
    EXPECT_EQ(s.threads, 4);
    EXPECT_EQ(s.tasks_of(0), kind == ScheduleKind::levels ? 6 + 5 + 4 - 2 : 1);
    EXPECT_EQ(s.tasks_of(3), 0);
    EXPECT_TRUE(s.waits.empty());
  }
}

TEST(Schedule, takes_barriers_where_a_level_has_much_work_for_every_thread) {
  const auto a = testing::box_matrix(20, 20, 20, 1);
  const FactorPattern pattern = factor_pattern(a.sparsity(), {}, 0);
  const DependencyView view(pattern, Triangle::lower);
  const DependencyLevels levels = dependency_levels(view);
  ASSERT_EQ(levels.count(), 58);  // 8000 + 22800 blocks: 531 a level
  const auto kind = [&](int threads, LocalIndex minimum) {
    return make_schedule(ScheduleKind::automatic, view, levels, threads, minimum).kind;
  };
  EXPECT_EQ(kind(2, 26), ScheduleKind::levels);
  EXPECT_EQ(kind(2, 27), ScheduleKind::p2p);
  EXPECT_EQ(kind(4, 26), ScheduleKind::p2p);
  EXPECT_EQ(kind(1, 26), ScheduleKind::serial);
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
