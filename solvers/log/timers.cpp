// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/timers.hpp"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>
#include <petscsys.h>

#include "solvers/base/assert.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::log {

namespace {

// PETSc's registries live as long as PETSc; asking by name first keeps a second Timers from registering
// twice.
int petsc_event(const std::string& name) {
  PetscLogEvent known = -1;
  static_cast<void>(PetscLogEventGetId(name.c_str(), &known));
  if (known >= 0) return known;
  static PetscClassId class_id = 0;
  if (class_id == 0) static_cast<void>(PetscClassIdRegister("Trireme", &class_id));
  PetscLogEvent made = -1;
  static_cast<void>(PetscLogEventRegister(name.c_str(), class_id, &made));
  return made;
}

int petsc_stage(const std::string& name) {
  PetscLogStage known = -1;
  static_cast<void>(PetscLogStageGetId(name.c_str(), &known));
  if (known >= 0) return known;
  PetscLogStage made = -1;
  static_cast<void>(PetscLogStageRegister(name.c_str(), &made));
  return made;
}

}  // namespace

Timers::Event Timers::event(std::string_view name) {
  const auto known = by_name_.find(name);
  if (known != by_name_.end()) return known->second;
  const auto event = static_cast<Event>(events_.size());
  Entry entry;
  entry.name = name;
  entry.petsc_event = petsc_event(entry.name);
  events_.push_back(std::move(entry));
  by_name_.emplace(name, event);
  return event;
}

void Timers::begin(Event event) {
  Entry& entry = events_[static_cast<std::size_t>(event)];
  if (entry.depth++ > 0) return;
  static_cast<void>(PetscLogEventBegin(entry.petsc_event, nullptr, nullptr, nullptr, nullptr));
  entry.start = std::chrono::steady_clock::now();
}

void Timers::end(Event event) {
  Entry& entry = events_[static_cast<std::size_t>(event)];
  TRIREME_EXPECT(entry.depth > 0);
  if (--entry.depth > 0) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - entry.start;
  entry.seconds += elapsed.count();
  ++entry.count;
  static_cast<void>(PetscLogEventEnd(entry.petsc_event, nullptr, nullptr, nullptr, nullptr));
}

void Timers::add_flops(double flops) {
  static_cast<void>(PetscLogFlops(flops));
}

std::vector<TimerRow> Timers::summary(const comm::Communicator& comm) const {
  std::string names;
  for (const auto& entry : events_) names += entry.name + '\n';
  const auto all_names = comm::all_gather(comm, std::span<const char>(names.data(), names.size()));
  std::set<std::string> distinct;
  std::string name;
  for (const char c : all_names) {
    if (c != '\n') {
      name += c;
      continue;
    }
    distinct.insert(name);
    name.clear();
  }

  std::vector<TimerRow> rows;
  std::vector<double> longest, sums;
  std::vector<GlobalIndex> counts;
  for (const auto& each : distinct) {
    const auto known = by_name_.find(each);
    const bool here = known != by_name_.end();
    rows.push_back({each, 0, 0, 1});
    longest.push_back(here ? seconds(known->second) : 0.0);
    counts.push_back(here ? count(known->second) : 0);
  }
  sums = longest;
  comm::all_max_in_place(comm, std::span<double>(longest));
  comm::all_sum_in_place(comm, std::span<double>(sums));
  comm::all_max_in_place(comm, std::span<GlobalIndex>(counts));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].count = counts[i];
    rows[i].seconds = longest[i];
    rows[i].imbalance = sums[i] > 0 ? longest[i] * comm.size() / sums[i] : 1.0;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  return rows;
}

std::string timer_table(const std::vector<TimerRow>& rows, double total_seconds) {
  std::string out =
      fmt::format("{:<28} {:>9} {:>10} {:>6} {:>9}", "event", "calls", "seconds", "share", "imbalance");
  for (const auto& row : rows) {
    const double share = total_seconds > 0 ? 100 * row.seconds / total_seconds : 0.0;
    out += fmt::format("\n{:<28} {:>9} {:>10.3f} {:>5.1f}% {:>9.2f}", row.name, row.count, row.seconds, share,
                       row.imbalance);
  }
  return out;
}

ScopedStage::ScopedStage(Timers& timers, const std::string& name) : event_(timers, name) {
  static_cast<void>(PetscLogStagePush(petsc_stage(name)));
}

ScopedStage::~ScopedStage() {
  static_cast<void>(PetscLogStagePop());
}

}  // namespace trireme::log
