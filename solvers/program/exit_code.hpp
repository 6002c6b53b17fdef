// SPDX-License-Identifier: Apache-2.0
// Exit codes of every program. Bodies return one; Errors carry one as their kind.
#pragma once

#include "solvers/base/error.hpp"

namespace trireme::program {

enum class ExitCode : int {
  done = 0,
  internal = static_cast<int>(ErrorKind::internal),    // out of memory, or a defect of this project
  usage = static_cast<int>(ErrorKind::input),          // usage, deck or input file
  limit = static_cast<int>(ErrorKind::limit),          // a limit was reached with a finite state
  numerical = static_cast<int>(ErrorKind::numerical),  // NaN, residual growth, step rejections exhausted
  io = static_cast<int>(ErrorKind::io),
  stopped = static_cast<int>(ErrorKind::stopped),  // on request, after a checkpoint
};

// What a report gives as the reason when the body gave none.
constexpr const char* meaning(ExitCode code) {
  switch (code) {
    case ExitCode::done:
      return "done";
    case ExitCode::internal:
      return "internal failure";
    case ExitCode::usage:
      return "usage, deck or input file";
    case ExitCode::limit:
      return "limit reached";
    case ExitCode::numerical:
      return "numerical failure";
    case ExitCode::io:
      return "input or output failed";
    case ExitCode::stopped:
      return "stopped on request";
  }
  return "unknown";
}

}  // namespace trireme::program
