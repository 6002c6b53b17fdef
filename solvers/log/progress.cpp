// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/progress.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace trireme::log {

namespace {
constexpr double line_interval = 10.0;  // seconds
constexpr double live_interval = 0.1;
}  // namespace

Progress::Progress(Logger& logger, std::string what, std::int64_t total, Clock clock)
    : logger_(logger),
      what_(std::move(what)),
      total_(total),
      clock_(std::move(clock)),
      start_(clock_()),
      last_shown_(start_) {}

double Progress::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Progress::update(std::int64_t done, std::string_view note) {
  const double now = clock_();
  const double interval = logger_.is_terminal() ? live_interval : line_interval;
  if (now - last_shown_ < interval) return;
  last_shown_ = now;
  shown_ = true;
  if (logger_.is_terminal()) {
    logger_.live(text(done, note, now));
  } else {
    logger_.line(text(done, note, now));
  }
}

void Progress::finish() {
  if (!shown_) return;
  logger_.clear_live();
  logger_.line(fmt::format("{}: done in {:.1f} s", what_, clock_() - start_));
}

std::string Progress::text(std::int64_t done, std::string_view note, double now) const {
  const double elapsed = now - start_;
  std::string out = fmt::format("{}: {}", what_, done);
  if (total_ > 0) {
    out += fmt::format(" of {} ({:.0f} %)", total_,
                       100.0 * static_cast<double>(done) / static_cast<double>(total_));
    if (done > 0) {
      out += fmt::format(", about {:.0f} s left",
                         elapsed * static_cast<double>(total_ - done) / static_cast<double>(done));
    }
  }
  if (!note.empty()) out += fmt::format(", {}", note);
  return out;
}

}  // namespace trireme::log
