// SPDX-License-Identifier: Apache-2.0
// Where the time goes: named events, each also a PETSc log event, so that -log_view shows them among PETSc's
// own. Called by everything that takes time; one object per program, handed on through its context. Begin and
// end are local and cost about 0.1 microseconds plus PETSc's own; summaries are collective.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/comm/communicator.hpp"

namespace trireme::log {

// One event over all ranks.
struct TimerRow {
  std::string name;
  std::int64_t count = 0;  // most calls on a rank
  double seconds = 0;      // longest on a rank; nested events count in full
  double imbalance = 1;    // longest over mean
};

class Timers {
 public:
  using Event = int;

  Timers() = default;
  Timers(const Timers&) = delete;
  Timers& operator=(const Timers&) = delete;

  // Registers or finds. PETSc must be up. Keep the result where the event is begun often.
  Event event(std::string_view name);

  // An event may contain itself: only the outermost begin and end are timed.
  void begin(Event event);
  void end(Event event);
  // Floating-point operations of this rank, counted to the innermost event that is under way. Local.
  void add_flops(double flops);

  double seconds(Event event) const { return events_[static_cast<std::size_t>(event)].seconds; }
  std::int64_t count(Event event) const { return events_[static_cast<std::size_t>(event)].count; }

  // Events of all ranks, whether or not every rank met them, longest first; the same on every rank.
  // Collective.
  std::vector<TimerRow> summary(const comm::Communicator& comm) const;

 private:
  struct Entry {
    std::string name;
    int petsc_event = -1;
    int depth = 0;
    std::int64_t count = 0;
    double seconds = 0;
    std::chrono::steady_clock::time_point start;
  };
  std::vector<Entry> events_;
  std::map<std::string, Event, std::less<>> by_name_;
};

// Lines of a table: event, calls, seconds, share of total_seconds, imbalance.
std::string timer_table(const std::vector<TimerRow>& rows, double total_seconds);

// Times its own lifetime.
class ScopedEvent {
 public:
  ScopedEvent(Timers& timers, Timers::Event event) : timers_(timers), event_(event) { timers_.begin(event_); }
  ScopedEvent(Timers& timers, std::string_view name) : ScopedEvent(timers, timers.event(name)) {}
  ~ScopedEvent() { timers_.end(event_); }
  ScopedEvent(const ScopedEvent&) = delete;
  ScopedEvent& operator=(const ScopedEvent&) = delete;

 private:
  Timers& timers_;
  Timers::Event event_;
};

// A phase of the run: a PETSc log stage (one section of -log_view) for its lifetime, timed as the event of
// that name.
class ScopedStage {
 public:
  ScopedStage(Timers& timers, const std::string& name);
  ~ScopedStage();
  ScopedStage(const ScopedStage&) = delete;
  ScopedStage& operator=(const ScopedStage&) = delete;

 private:
  ScopedEvent event_;
};

}  // namespace trireme::log
