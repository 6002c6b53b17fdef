// SPDX-License-Identifier: Apache-2.0
// The residual's kernels as log events with their floating-point operations, for -log_view and for the
// table of case/performance_report. Called by discretization/residual; logs nothing until it is given
// timers. Waiting for ghosts counts to the kernel that waits.
#pragma once

#include <array>
#include <optional>

#include "solvers/log/timers.hpp"

namespace trireme::flow {

enum class FlowKernel { gradient, limiter, flux, wave_speed };

class KernelLog {
 public:
  static constexpr std::array<const char*, 4> names{"FlowGradient", "FlowLimiter", "FlowFlux",
                                                    "FlowWaveSpeed"};

  // From now on. The timers must outlive the log.
  void log_to(log::Timers& timers) {
    timers_ = &timers;
    for (std::size_t kernel = 0; kernel < names.size(); ++kernel)
      events_[kernel] = timers.event(names[kernel]);
  }

  // Times its own lifetime.
  class Scope {
   public:
    Scope(log::Timers* timers, log::Timers::Event event, double flops) : timers_(timers), flops_(flops) {
      if (timers != nullptr) event_.emplace(*timers, event);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() {
      if (timers_ != nullptr) timers_->add_flops(flops_);
    }

   private:
    log::Timers* timers_;
    double flops_;
    std::optional<log::ScopedEvent> event_;
  };

  // flops: of this call on this rank.
  Scope scope(FlowKernel kernel, double flops) const {
    return {timers_, events_[static_cast<std::size_t>(kernel)], flops};
  }

 private:
  log::Timers* timers_ = nullptr;
  std::array<log::Timers::Event, names.size()> events_{};
};

}  // namespace trireme::flow
