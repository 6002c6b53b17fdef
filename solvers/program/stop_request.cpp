// SPDX-License-Identifier: Apache-2.0
#include "solvers/program/stop_request.hpp"

#include <csignal>
#include <filesystem>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "solvers/comm/reduction.hpp"
#include "solvers/program/exit_code.hpp"

namespace trireme::program {

namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t signal_received = 0;

extern "C" void remember_signal(int number) {
  signal_received = number;
}

// Nothing is cleaned up, and nothing needs to be: files appear whole or not at all.
extern "C" void end_at_once(int) {
  _exit(static_cast<int>(ExitCode::stopped));
}

struct sigaction previous_term, previous_usr1;

constexpr char stop_file_name[] = "STOP";

}  // namespace

StopRequest::StopRequest(std::function<double()> elapsed_seconds, StopSignal on_signal)
    : elapsed_seconds_(std::move(elapsed_seconds)) {
  signal_received = 0;
  struct sigaction action {};
  action.sa_handler = on_signal == StopSignal::ends_at_once ? end_at_once : remember_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // writes in progress must not fail
  sigaction(SIGTERM, &action, &previous_term);
  sigaction(SIGUSR1, &action, &previous_usr1);
}

StopRequest::~StopRequest() {
  sigaction(SIGTERM, &previous_term, nullptr);
  sigaction(SIGUSR1, &previous_usr1, nullptr);
}

StopRequest::Cause StopRequest::cause_here(const comm::Communicator& comm) const {
  if (signal_received != 0) return signal;
  // One rank asks the file system and the clock: thousands of ranks would load the first and disagree about
  // the second.
  if (!comm.is_root()) return none;
  std::error_code error;
  if (std::filesystem::exists(stop_file_name, error)) return stop_file;
  if (wall_clock_limit_ > 0 && elapsed_seconds_() >= wall_clock_limit_) return budget;
  return none;
}

bool StopRequest::requested(const comm::Communicator& comm) {
  if (!reason_.empty()) return true;
  const int cause = comm::all_max(comm, static_cast<int>(cause_here(comm)));
  switch (cause) {
    case none:
      return false;
    case signal:
      reason_ = "stop signal received";
      break;
    case stop_file:
      reason_ = "file STOP found";
      if (comm.is_root()) {
        std::error_code error;
        std::filesystem::remove(stop_file_name, error);
      }
      break;
    default:
      reason_ = fmt::format("wall-clock limit of {} s reached", wall_clock_limit_);
      break;
  }
  return true;
}

}  // namespace trireme::program
