// SPDX-License-Identifier: Apache-2.0
// The one exception type that leaves a library of this project, and the exit codes of its programs.
// Thrown for what cannot go on (bad input, failed I/O); divergence of a solver is a result, never an
// exception.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace trireme {

// The kind decides the exit code of a program in which the error ends the run.
enum class ErrorKind : int {
  internal = 1,   // memory ran out, or a defect of this project
  input = 2,      // usage, deck or input file
  limit = 3,      // a limit was reached with a finite state
  numerical = 4,  // NaN, growth of the residual, step rejections exhausted
  io = 5,         // reading or writing failed for reasons outside the file's contents
  stopped = 6,    // stopped on request after a checkpoint
};

// Text reads "problem (why) -> suggestion"; `why` and `suggestion` may be empty.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string_view problem, std::string_view why = {},
        std::string_view suggestion = {});

  ErrorKind kind() const noexcept { return kind_; }
  int exit_code() const noexcept { return static_cast<int>(kind_); }

 private:
  ErrorKind kind_;
};

// Composes the text of an Error: "problem (why) -> suggestion".
std::string error_text(std::string_view problem, std::string_view why, std::string_view suggestion);

}  // namespace trireme
