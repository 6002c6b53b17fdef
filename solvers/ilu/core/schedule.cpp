// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "solvers/base/assert.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::ilu {
namespace {

Schedule serial_schedule(const DependencyView& triangle) {
  Schedule s;
  s.rows.resize(triangle.rows());
  for (LocalIndex step = 0; step < triangle.rows(); ++step) s.rows[step] = triangle.row_at(step);
  s.thread_tasks = {0, 1};
  s.task_rows = {0, triangle.rows()};
  s.wait_offsets = {0, 0};
  return s;
}

// Rows on one thread, before tasks have numbers.
struct Chunk {
  LocalIndex step;  // ascends in an order in which each task comes after all it can depend on
  std::vector<LocalIndex> rows;
};

std::vector<std::vector<Chunk>> cut_levels(const DependencyView& triangle, const DependencyLevels& levels,
                                           int threads, LocalIndex minimum_weight) {
  std::vector<std::vector<Chunk>> chunks(threads);
  std::vector<LocalIndex> weight_prefix;
  for (LocalIndex level = 0; level < levels.count(); ++level) {
    const LocalIndex first = levels.offsets[level];
    const LocalIndex count = levels.offsets[level + 1] - first;
    weight_prefix.assign(1, 0);
    for (LocalIndex i = 0; i < count; ++i)
      weight_prefix.push_back(weight_prefix.back() + triangle.weight(levels.rows[first + i]));
    const LocalIndex affordable = weight_prefix.back() / minimum_weight;
    const int parts = static_cast<int>(std::clamp<LocalIndex>(affordable, 1, threads));
    const std::vector<LocalIndex> bounds = threads::weighted_partition(weight_prefix, parts);
    for (int part = 0; part < parts; ++part)
      if (bounds[part] < bounds[part + 1])
        chunks[part].push_back(
            {level,
             {levels.rows.begin() + first + bounds[part], levels.rows.begin() + first + bounds[part + 1]}});
  }
  return chunks;
}

GlobalIndex weight_of(const DependencyView& triangle) {
  GlobalIndex weight = 0;
  for (LocalIndex row = 0; row < triangle.rows(); ++row) weight += triangle.weight(row);
  return weight;
}

// The thread of every row: that which has most of what the row needs, so that neighbours stay together and
// few needs cross, unless it is ahead of the least busy one by `lead` blocks for each need more. A lead of
// part of a level makes threads share every level.
std::vector<int> threads_of_rows(const DependencyView& triangle, const DependencyLevels& levels, int threads,
                                 GlobalIndex lead) {
  std::vector<int> thread_of_row(triangle.rows());
  std::vector<GlobalIndex> load(threads, 0), needs(threads, 0);
  for (const LocalIndex row : levels.rows) {
    std::fill(needs.begin(), needs.end(), 0);
    for (const LocalIndex needed : triangle.needed_by(row)) ++needs[thread_of_row[needed]];
    int best = 0;
    for (int t = 1; t < threads; ++t)
      if (needs[t] * lead - load[t] > needs[best] * lead - load[best]) best = t;
    thread_of_row[row] = best;
    load[best] += triangle.weight(row);
  }
  return thread_of_row;
}

// Rows level by level and, in a level, thread by thread: first those that other threads need, which are so
// handed over while the thread works on the rest; in either group those that need others last.
std::vector<LocalIndex> rows_by_urgency(const DependencyView& triangle, const DependencyLevels& levels,
                                        const std::vector<int>& thread_of_row,
                                        std::vector<bool>& handed_over) {
  std::vector<bool> waiting(thread_of_row.size(), false);
  handed_over.assign(thread_of_row.size(), false);
  for (const LocalIndex row : levels.rows)
    for (const LocalIndex needed : triangle.needed_by(row))
      if (thread_of_row[needed] != thread_of_row[row]) handed_over[needed] = waiting[row] = true;
  std::vector<LocalIndex> rows = levels.rows;
  const auto place = [&](LocalIndex row) {
    return std::tuple(thread_of_row[row], !handed_over[row], static_cast<bool>(waiting[row]));
  };
  for (LocalIndex level = 0; level < levels.count(); ++level)
    std::stable_sort(rows.begin() + levels.offsets[level], rows.begin() + levels.offsets[level + 1],
                     [&](LocalIndex a, LocalIndex b) { return place(a) < place(b); });
  return rows;
}

// The rows of each thread, cut behind those that others need; and where a row needs what its thread does not
// know to be done, before the row and, on the thread that it waits for, behind all there is. So a task waits
// at its first row only, for rows of levels below.
std::vector<std::vector<Chunk>> cut_by_needs(const DependencyView& triangle, const DependencyLevels& levels,
                                             int threads) {
  // A tenth of a level: chosen by simulating solves of tetrahedral meshes with waits of up to 100 blocks.
  const GlobalIndex lead =
      std::max<GlobalIndex>(1, weight_of(triangle) / (10 * std::max<LocalIndex>(levels.count(), 1)));
  const std::vector<int> thread_of_row = threads_of_rows(triangle, levels, threads, lead);
  std::vector<bool> handed_over;
  std::vector<std::vector<Chunk>> chunks(threads);
  std::vector<LocalIndex> chunk_of_row(triangle.rows());
  std::vector<bool> closed(threads, true);   // whether a thread's next row begins a chunk
  std::vector<bool> urgent(threads, false);  // whether its last row was one that others need
  std::vector<LocalIndex> known(static_cast<std::size_t>(threads) * threads,
                                0);  // done, by reader and writer
  LocalIndex step = 0;
  for (const LocalIndex row : rows_by_urgency(triangle, levels, thread_of_row, handed_over)) {
    const int thread = thread_of_row[row];
    if (urgent[thread] && !handed_over[row]) closed[thread] = true;
    urgent[thread] = handed_over[row];
    for (const LocalIndex needed : triangle.needed_by(row)) {
      const int other = thread_of_row[needed];
      LocalIndex& done = known[static_cast<std::size_t>(thread) * threads + other];
      if (other == thread || chunk_of_row[needed] < done) continue;
      done = chunk_of_row[needed] + 1;
      if (done == static_cast<LocalIndex>(chunks[other].size())) closed[other] = true;
      closed[thread] = true;
    }
    if (closed[thread]) chunks[thread].push_back({step, {}});
    closed[thread] = false;
    chunks[thread].back().rows.push_back(row);
    chunk_of_row[row] = static_cast<LocalIndex>(chunks[thread].size()) - 1;
    ++step;
  }
  return chunks;
}

// Threads that a level of average size keeps busy.
int worthwhile_threads(const DependencyView& triangle, const DependencyLevels& levels, int threads,
                       LocalIndex minimum_weight) {
  const GlobalIndex of_level = weight_of(triangle) / std::max<LocalIndex>(levels.count(), 1);
  return static_cast<int>(std::clamp<GlobalIndex>(of_level / minimum_weight, 1, threads));
}

// Whether a barrier between levels costs little beside a level of average size. Ten tasks for every thread:
// measured on tetrahedral meshes with blocks of 4 x 4 and two threads, where point-to-point waits took 0.9 of
// the time at 5 tasks, 1.04 at 12 and 1.5 at 130.
bool barriers_are_cheap(const DependencyView& triangle, const DependencyLevels& levels, int threads,
                        LocalIndex minimum_weight) {
  const GlobalIndex of_level = weight_of(triangle) / std::max<LocalIndex>(levels.count(), 1);
  return of_level >= GlobalIndex{10} * threads * minimum_weight;
}

void number_tasks(Schedule& s, const std::vector<std::vector<Chunk>>& chunks,
                  std::vector<LocalIndex>& step_of_task) {
  s.thread_tasks.push_back(0);
  s.task_rows.push_back(0);
  for (const auto& of_thread : chunks) {
    for (const Chunk& chunk : of_thread) {
      s.rows.insert(s.rows.end(), chunk.rows.begin(), chunk.rows.end());
      s.task_rows.push_back(static_cast<LocalIndex>(s.rows.size()));
      step_of_task.push_back(chunk.step);
    }
    s.thread_tasks.push_back(s.tasks());
  }
}

// Tasks in an order in which each comes after all it can depend on.
std::vector<LocalIndex> tasks_by_step(const std::vector<LocalIndex>& step_of_task) {
  std::vector<LocalIndex> order(step_of_task.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](LocalIndex a, LocalIndex b) { return step_of_task[a] < step_of_task[b]; });
  return order;
}

std::vector<int> threads_of_tasks(const Schedule& s) {
  std::vector<int> thread_of_task(s.tasks());
  for (int thread = 0; thread < s.threads; ++thread)
    std::fill(thread_of_task.begin() + s.thread_tasks[thread],
              thread_of_task.begin() + s.thread_tasks[thread + 1], thread);
  return thread_of_task;
}

std::vector<LocalIndex> tasks_of_rows(const Schedule& s) {
  std::vector<LocalIndex> task_of_row(s.rows.size());
  for (LocalIndex task = 0; task < s.tasks(); ++task)
    for (LocalIndex p = s.task_rows[task]; p < s.task_rows[task + 1]; ++p) task_of_row[s.rows[p]] = task;
  return task_of_row;
}

void set_waits(Schedule& s, const std::vector<std::vector<Wait>>& waits) {
  s.wait_offsets.assign(1, 0);
  for (const auto& of_task : waits) {
    s.waits.insert(s.waits.end(), of_task.begin(), of_task.end());
    s.wait_offsets.push_back(static_cast<LocalIndex>(s.waits.size()));
  }
}

// For every thread, how many of its tasks are known to be done.
class Clock {
 public:
  explicit Clock(int threads) : done_(threads, 0) {}
  LocalIndex done(int thread) const { return done_[thread]; }
  void raise(int thread, LocalIndex done) { done_[thread] = std::max(done_[thread], done); }
  void raise(const Clock& other) {
    for (std::size_t t = 0; t < done_.size(); ++t) done_[t] = std::max(done_[t], other.done_[t]);
  }
  void clear() { std::fill(done_.begin(), done_.end(), 0); }

 private:
  std::vector<LocalIndex> done_;
};

// Keeps, of the waits a task wants, those that neither the thread's earlier waits nor the other waits imply:
// a clock carries what the completion of a task guarantees about all threads.
std::vector<std::vector<Wait>> reduced_waits(Schedule& s, const DependencyView& triangle,
                                             const std::vector<LocalIndex>& order,
                                             const std::vector<int>& thread_of_task) {
  const std::vector<LocalIndex> task_of_row = tasks_of_rows(s);
  std::vector<std::vector<Wait>> waits(s.tasks());
  std::vector<Clock> clocks(s.tasks(), Clock(s.threads));
  Clock wanted(s.threads);
  for (const LocalIndex task : order) {
    const int thread = thread_of_task[task];
    wanted.clear();
    for (LocalIndex p = s.task_rows[task]; p < s.task_rows[task + 1]; ++p)
      for (const LocalIndex needed : triangle.needed_by(s.rows[p])) {
        const LocalIndex other = task_of_row[needed];
        if (thread_of_task[other] == thread) continue;
        wanted.raise(thread_of_task[other], other - s.thread_tasks[thread_of_task[other]] + 1);
        ++s.cross_thread_needs;
      }
    Clock& clock = clocks[task];
    if (task > s.thread_tasks[thread]) clock.raise(clocks[task - 1]);
    const auto clock_after = [&](int t, LocalIndex done) -> const Clock& {
      return clocks[s.thread_tasks[t] + done - 1];
    };
    for (int t = 0; t < s.threads; ++t) {
      const LocalIndex done = wanted.done(t);
      if (done <= clock.done(t)) continue;  // known from what this thread did before
      bool implied = false;
      for (int u = 0; u < s.threads && !implied; ++u)
        implied = u != t && wanted.done(u) > clock.done(u) && clock_after(u, wanted.done(u)).done(t) >= done;
      if (!implied) waits[task].push_back({t, done});
    }
    for (const Wait& wait : waits[task]) clock.raise(clock_after(wait.thread, wait.done));
    clock.raise(thread, task - s.thread_tasks[thread] + 1);
  }
  return waits;
}

// Of a task, every task of another thread that one of its rows needs, in ascending order.
std::vector<std::vector<Wait>> all_waits(Schedule& s, const DependencyView& triangle,
                                         const std::vector<int>& thread_of_task) {
  const std::vector<LocalIndex> task_of_row = tasks_of_rows(s);
  std::vector<std::vector<Wait>> waits(s.tasks());
  std::vector<LocalIndex> needed_tasks;
  for (LocalIndex task = 0; task < s.tasks(); ++task) {
    needed_tasks.clear();
    for (LocalIndex p = s.task_rows[task]; p < s.task_rows[task + 1]; ++p)
      for (const LocalIndex needed : triangle.needed_by(s.rows[p]))
        if (thread_of_task[task_of_row[needed]] != thread_of_task[task])
          needed_tasks.push_back(task_of_row[needed]);
    s.cross_thread_needs += static_cast<GlobalIndex>(needed_tasks.size());
    std::sort(needed_tasks.begin(), needed_tasks.end());
    needed_tasks.erase(std::unique(needed_tasks.begin(), needed_tasks.end()), needed_tasks.end());
    for (const LocalIndex other : needed_tasks) {
      const int thread = thread_of_task[other];
      waits[task].push_back({thread, other - s.thread_tasks[thread] + 1});
    }
  }
  return waits;
}

// Before a task of level l, everything of the levels below l is done.
std::vector<std::vector<Wait>> level_waits(const Schedule& s, const std::vector<LocalIndex>& level_of_task,
                                           const std::vector<LocalIndex>& order,
                                           const std::vector<int>& thread_of_task) {
  std::vector<std::vector<Wait>> waits(s.tasks());
  Clock below(s.threads);  // tasks done when the current level begins
  Clock now(s.threads);
  LocalIndex level = 0;
  for (const LocalIndex task : order) {
    if (level_of_task[task] != level) {
      level = level_of_task[task];
      below = now;
    }
    const int thread = thread_of_task[task];
    for (int t = 0; t < s.threads; ++t)
      if (t != thread && below.done(t) > 0) waits[task].push_back({t, below.done(t)});
    now.raise(thread, task - s.thread_tasks[thread] + 1);
  }
  return waits;
}

}  // namespace

Schedule make_schedule(ScheduleKind kind, const DependencyView& triangle, const DependencyLevels& levels,
                       int threads, LocalIndex minimum_task_weight) {
  TRIREME_EXPECT(threads >= 1);
  if (kind == ScheduleKind::serial || threads == 1) return serial_schedule(triangle);
  const LocalIndex minimum = std::max<LocalIndex>(minimum_task_weight, 1);
  if (kind == ScheduleKind::automatic)
    kind = barriers_are_cheap(triangle, levels, threads, minimum) ? ScheduleKind::levels : ScheduleKind::p2p;
  Schedule s;
  s.kind = kind;
  s.threads = threads;
  std::vector<std::vector<Chunk>> chunks;
  if (kind == ScheduleKind::levels)
    chunks = cut_levels(triangle, levels, threads, minimum);
  else
    chunks = cut_by_needs(triangle, levels, worthwhile_threads(triangle, levels, threads, minimum));
  chunks.resize(threads);
  std::vector<LocalIndex> step_of_task;
  number_tasks(s, chunks, step_of_task);
  const std::vector<LocalIndex> order = tasks_by_step(step_of_task);
  const std::vector<int> thread_of_task = threads_of_tasks(s);
  if (kind == ScheduleKind::levels)
    set_waits(s, level_waits(s, step_of_task, order, thread_of_task));
  else if (kind == ScheduleKind::p2p_all)
    set_waits(s, all_waits(s, triangle, thread_of_task));
  else
    set_waits(s, reduced_waits(s, triangle, order, thread_of_task));
  return s;
}

}  // namespace trireme::ilu
