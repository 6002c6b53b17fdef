// SPDX-License-Identifier: Apache-2.0
// What a program says while it runs: lines printed by rank 0 only. Other ranks may call everything and are
// silent, so that callers need no `if (root)`. The only place besides Program's last error message that
// prints. Local to the rank.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "solvers/comm/communicator.hpp"

namespace trireme::log {

enum class Terminal { no, yes };

class Logger {
 public:
  // `out` must outlive the logger.
  Logger(const comm::Communicator& comm, std::ostream& out, Terminal terminal = Terminal::no);

  // Standard output, a terminal when it is one.
  static Logger standard(const comm::Communicator& comm);

  // One line, flushed, so that a job's output file can be followed. `info` is a line; `warn` opens with
  // "warning: ".
  void line(std::string_view text);
  void info(std::string_view text) { line(text); }
  void warn(std::string_view text);

  // Replaces the live line at the bottom of a terminal; nothing elsewhere. The next line() or clear_live()
  // removes it.
  void live(std::string_view text);
  void clear_live();

  bool is_terminal() const { return terminal_ == Terminal::yes; }
  bool prints() const { return out_ != nullptr; }
  int warnings() const { return warnings_; }
  // Whether anything could not be printed, as on a full disk. False on silent ranks.
  bool failed() const;

 private:
  std::ostream* out_;  // null on ranks that are silent
  Terminal terminal_;
  bool live_shown_ = false;
  int warnings_ = 0;
};

}  // namespace trireme::log
