// SPDX-License-Identifier: Apache-2.0
// Wishes to stop early: SIGTERM or SIGUSR1 to any rank, a file named STOP in the working directory, or a
// wall-clock budget. Made by Program; asked by solvers at the end of an iteration, which then write a
// checkpoint and return ExitCode::stopped. Programs that have no iterations and nothing to save end at once.
#pragma once

#include <functional>
#include <string>

#include "solvers/comm/communicator.hpp"

namespace trireme::program {

// What a signal does: it is remembered until the program asks, or ends the process that gets it with exit
// code 6, without the JSON report; what the launcher then returns for ranks that end early is its own affair.
enum class StopSignal { remembered, ends_at_once };

class StopRequest {
 public:
  // Installs the signal handlers for its lifetime. One object per process. elapsed_seconds: wall time of the
  // run, counted by the caller so that start-up is part of the budget.
  explicit StopRequest(std::function<double()> elapsed_seconds,
                       StopSignal on_signal = StopSignal::remembered);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  // 0: no budget.
  void set_wall_clock_limit(double seconds) { wall_clock_limit_ = seconds; }

  // True on every rank if any rank was asked to stop, and from then on. Collective; one small all-reduce. A
  // STOP file is removed once it is heeded, so that a restart in the same folder does not stop at once.
  bool requested(const comm::Communicator& comm);

  // Why, the same text on every rank; empty before requested() was true.
  const std::string& reason() const { return reason_; }

 private:
  enum Cause : int { none = 0, budget = 1, stop_file = 2, signal = 3 };
  Cause cause_here(const comm::Communicator& comm) const;

  std::function<double()> elapsed_seconds_;
  double wall_clock_limit_ = 0;
  std::string reason_;
};

}  // namespace trireme::program
