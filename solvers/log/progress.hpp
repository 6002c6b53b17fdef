// SPDX-License-Identifier: Apache-2.0
// Progress of long work: one live line on a terminal, a plain line every ten seconds elsewhere, nothing for
// work that is over sooner. Called by loops that may run long; cheap enough for every iteration. Local to the
// rank.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "solvers/log/logger.hpp"

namespace trireme::log {

class Progress {
 public:
  // Seconds since any fixed moment; replaced by tests.
  using Clock = std::function<double()>;

  // total: units of work, 0 when unknown.
  Progress(Logger& logger, std::string what, std::int64_t total = 0, Clock clock = steady_seconds);

  // `done` units are complete; `note` is shown behind the count.
  void update(std::int64_t done, std::string_view note = {});

  // Ends the live line; says how long it took if anything was shown.
  void finish();

  static double steady_seconds();

 private:
  std::string text(std::int64_t done, std::string_view note, double now) const;

  Logger& logger_;
  std::string what_;
  std::int64_t total_;
  Clock clock_;
  double start_;
  double last_shown_;
  bool shown_ = false;
};

}  // namespace trireme::log
